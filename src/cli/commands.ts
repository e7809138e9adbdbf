import type { CommandTable } from './command.ts'

/**
 * Every command, in the order of the help. To add one: write `commands/NAME.ts`, which exports `command = defineCommand({ … })`
 * (`commands/next.ts` is a short example), and add its line here. Help and completion follow from both. A command prints with
 * `context.print({ json, text, quiet })`, calls the server with `context.client().call(endpoint, input)`, and throws `usageError` or `refused`
 * of errors.ts. A command with commands of its own, such as `git install`, reads the first of its words. Describe it in docs/cli.md, and
 * test it as a process in `cli.test.ts`, and its JSON in `json.test.ts`.
 */
export const commands: CommandTable = {
  add: { summary: 'Add tasks', load: () => import('./commands/add.ts') },
  list: { summary: 'List tasks, with filters and sort orders', load: () => import('./commands/list.ts') },
  search: { summary: 'Search all tasks', load: () => import('./commands/search.ts') },
  next: { summary: 'Show the tasks to do next, with the reasons', load: () => import('./commands/next.ts') },
  show: { summary: 'Show everything about a task', load: () => import('./commands/show.ts') },
  note: { summary: 'Write a note on a task', load: () => import('./commands/note.ts') },
  ask: { summary: 'Ask the owner about a task, and wait for the answer', load: () => import('./commands/ask.ts') },
  questions: { summary: 'List the questions that wait for you', load: () => import('./commands/questions.ts') },
  prove: { summary: 'Run a command and store its receipt as proof', load: () => import('./commands/prove.ts') },
  edit: { summary: 'Change tasks', load: () => import('./commands/edit.ts') },
  take: { summary: 'Claim a task, or the next one that is ready', load: () => import('./commands/take.ts') },
  release: { summary: 'Release tasks that you hold', load: () => import('./commands/release.ts') },
  who: { summary: 'Show who holds which tasks', load: () => import('./commands/who.ts') },
  start: { summary: 'Start to work on tasks', load: () => import('./commands/start.ts') },
  done: { summary: 'Complete tasks', load: () => import('./commands/done.ts') },
  reopen: { summary: 'Open completed tasks again', load: () => import('./commands/reopen.ts') },
  delete: { summary: 'Move tasks to the trash', load: () => import('./commands/delete.ts') },
  share: { summary: 'Share a task or a saved view by a secret link', load: () => import('./commands/share.ts') },
  log: { summary: 'List the changes of all tasks', load: () => import('./commands/log.ts') },
  undo: { summary: 'Take back the last change, or what a token did', load: () => import('./commands/undo.ts') },
  redo: { summary: 'Make the undone change again', load: () => import('./commands/redo.ts') },
  snooze: { summary: 'Put tasks off until a day', load: () => import('./commands/snooze.ts') },
  trash: {
    summary: 'List deleted tasks and files, or delete them for good',
    load: () => import('./commands/trash.ts'),
  },
  restore: { summary: 'Bring tasks and files back from the trash', load: () => import('./commands/restore.ts') },
  files: { summary: 'List the files of a task', load: () => import('./commands/files.ts') },
  download: { summary: 'Save a file of a task', load: () => import('./commands/download.ts') },
  attach: { summary: 'Attach files to a task', load: () => import('./commands/attach.ts') },
  export: { summary: 'Save everything as a ZIP, or tasks as lines', load: () => import('./commands/export.ts') },
  import: { summary: 'Create tasks from files of other programs', load: () => import('./commands/import.ts') },
  open: { summary: 'Open a task in the browser', load: () => import('./commands/open.ts') },
  watch: { summary: 'Print changes as they happen', load: () => import('./commands/watch.ts') },
  standup: {
    summary: 'Show what was done, is in progress and is blocked',
    load: () => import('./commands/standup.ts'),
  },
  git: { summary: 'Connect a git repository to tasks', load: () => import('./commands/git.ts') },
  forge: {
    summary: 'List the repositories whose issues are tasks, or sync them',
    load: () => import('./commands/forge.ts'),
  },
  'agent-guide': {
    summary: 'Print, or install, the text that teaches agents to work with tasks',
    load: () => import('./commands/agent-guide.ts'),
  },
  mcp: { summary: 'Connect an agent to your tasks', load: () => import('./commands/mcp.ts') },
  login: { summary: 'Sign in to a server', load: () => import('./commands/login.ts') },
  logout: { summary: 'Sign out', load: () => import('./commands/logout.ts') },
  whoami: { summary: 'Show the signed-in user', load: () => import('./commands/whoami.ts') },
  servers: { summary: 'List the servers, or choose the default one', load: () => import('./commands/servers.ts') },
  completion: { summary: 'Print the completion for a shell', load: () => import('./commands/completion.ts') },
  help: { summary: 'Show the help of a command', load: () => import('./commands/help.ts') },
}
