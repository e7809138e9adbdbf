import { rmSync } from 'node:fs'
import { type Context, defineCommand } from '../command.ts'
import { CliError, exitCodes, refused, usageError } from '../errors.ts'
import { bindServer, boundServer, clientOf, unbindServer } from '../git/binding.ts'
import { taskOfCurrentBranch, templateOf } from '../git/branch-name.ts'
import { addTrailer } from '../git/commit-message.ts'
import { hookNames, installedHooks, removeHooks } from '../git/hook-files.ts'
import { installHooks } from '../git/install.ts'
import {
  isWatching,
  newCommits,
  type OthersCommit,
  startWatching,
  stateFolder,
  watchedBranch,
} from '../git/new-commits.ts'
import { howToAdd, noticeOfOthers, othersInWords } from '../git/others-notice.ts'
import { reportCommits } from '../git/report-commits.ts'
import { hooksFolder, needRepository, openRepository, type Repository } from '../git/repository.ts'
import { oneLine } from '../output/clean.ts'
import { type Binding, inWords } from '../server-choice.ts'

const actions = ['install', 'uninstall', 'status', 'sync', 'hook'] as const

/** Connects a repository to tasks. */
export const command = defineCommand({
  synopsis: 'install | uninstall | status | sync',
  about: [
    'install adds hooks to this repository, in front of those that exist. On the branch of a task, they add the trailer “Task: #12” to each commit message. When a commit of yours that says “closes #12” or “fixes #12” reaches the main branch, they complete the task, in the background. If the server cannot be reached then, the next hook tries again.',
    'install also binds the repository to a server, the default one unless --server names another: its numbers are those of one server. Commits are reported to that server only, whichever is the default later.',
    'status shows the state, sync reports the waiting commits now, and uninstall brings the repository back to what it was.',
    'Settings, with git config: taskdeck.branch is the template of branch names, {number}-{slug} unless set. taskdeck.mainBranch is the branch whose commits complete tasks; otherwise that of origin, main or master. taskdeck.email is a further address of yours: only your own commits count.',
  ].join('\n\n'),
  examples: [
    ['taskdeck git install', 'Add the hooks to this repository'],
    ['taskdeck git install --server work', 'Bind the repository to another server than the default one'],
    ['taskdeck git status', 'Show the hooks, the server and the waiting commits'],
    ["git config taskdeck.branch 'ana/{number}-{slug}'", 'Name branches in another way'],
    ['taskdeck git uninstall', 'Remove the hooks without a trace'],
  ],
  options: {},
  words: actions.slice(0, -1),
  async run(context, values, [action = '', ...rest]) {
    if (action === 'hook') return hook(context, rest)
    if (rest.length) throw usageError(`taskdeck git ${action} takes no further words.`, 'See: taskdeck help git')
    const repository = needRepository(context.cwd)
    if (action !== 'install' && 'server' in values) checkNamed(context, repository)
    if (action === 'install') return install(context, repository)
    if (action === 'uninstall') return uninstall(context, repository)
    if (action === 'status') return status(context, repository)
    if (action === 'sync') return sync(context, repository)
    throw usageError('What should be done with git?', `Give one of: ${actions.slice(0, -1).join(', ')}.`)
  },
})

/** Throws if the user names another server than the one that the repository is bound to. */
function checkNamed(context: Context, repository: Repository) {
  const bound = boundServer(repository)
  if (bound !== undefined) context.bindTo(bound)
  context.client()
}

/** Called by the hooks of git. It never fails, because a commit must not fail for it. */
function hook({ terminal, cwd }: Context, [name, file]: string[]) {
  if (name !== 'commit-msg' || !file) throw usageError('taskdeck git hook is run by the hooks of git.')
  try {
    const repository = openRepository(cwd)
    if (!repository) return
    addTrailer(repository, file)
    const notice = noticeOfOthers(repository)
    if (notice) terminal.note(oneLine(notice))
  } catch {
    // The message stays as it was.
  }
}

function install(context: Context, repository: Repository) {
  templateOf(repository)
  const { server, isNew } = serverToBind(context, repository)
  const folder = installHooks(repository, context.program())
  if (server !== undefined && isNew) bindServer(repository, server)
  const main = watchedBranch(repository)
  context.print({
    json: { folder, hooks: installedHooks(folder), mainBranch: main ?? null, server: server?.url ?? null },
    text: () =>
      [
        `Installed hooks in ${folder}`,
        `Commits on ${main} that say “closes #12” complete task 12.`,
        server === undefined
          ? 'The repository is bound to no server yet: sign in with taskdeck login URL, then run this command again.'
          : `The repository is bound to ${server.url}.`,
      ].join('\n'),
  })
}

/** The server that a repository is bound to from now on. It stays the same unless the user names another one. */
function serverToBind(context: Context, repository: Repository): { server: Binding | undefined; isNew: boolean } {
  const bound = boundServer(repository)
  if (bound !== undefined && !context.isServerChosen) return { server: bound, isNew: false }
  const server = chosenServer(context)
  const waiting = bound === undefined || bound.url === server?.url ? 0 : (newCommits(repository)?.naming.length ?? 0)
  if (waiting)
    throw refused(
      `${waiting === 1 ? 'A commit waits' : `${waiting} commits wait`} to be reported to ${bound?.url}.`,
      'Report first: taskdeck git sync. Or forget what waits: taskdeck git uninstall.',
    )
  return { server, isNew: true }
}

/** The server of this call; undefined if the user has not signed in. */
function chosenServer({ client }: Context): Binding | undefined {
  try {
    return client().server
  } catch (error) {
    if (error instanceof CliError && error.exitCode === exitCodes.notSignedIn) return undefined
    throw error
  }
}

function uninstall({ print }: Context, repository: Repository) {
  const { folder, isOthers } = hooksFolder(repository)
  const removed = installedHooks(folder)
  if (!isOthers) removeHooks(folder)
  rmSync(stateFolder(repository), { recursive: true, force: true })
  unbindServer(repository)
  print({
    json: { folder, removed },
    text: () => (removed.length ? `Removed the hooks from ${folder}` : 'No hooks of Taskdeck were installed here.'),
  })
}

function status({ print }: Context, repository: Repository) {
  const { folder } = hooksFolder(repository)
  const hooks = installedHooks(folder)
  const main = watchedBranch(repository) ?? null
  const server = boundServer(repository)
  const task = taskOfCurrentBranch(repository) ?? null
  const { naming: waiting, others } = newCommits(repository) ?? { naming: [], others: [] }
  print({
    json: { folder, hooks, server: server?.url ?? null, mainBranch: main, task, waiting, others },
    text: () =>
      [
        hooksInWords(hooks.length, folder, isWatching(repository)),
        `Server: ${server ? inWords(server) : 'none. Bind the repository with: taskdeck git install'}`,
        `Main branch: ${main ?? 'none'}`,
        `Task of this branch: ${task ? `#${task}` : 'none'}`,
        `Waiting commits: ${waiting.length}`,
        ...waiting.map(({ hash, title }) => `  ${hash.slice(0, 7)} ${oneLine(title)}`),
        ...othersLines(others),
      ].join('\n'),
  })
}

const othersLines = (others: OthersCommit[]) =>
  others.length ? [...others.map((commit) => oneLine(othersInWords(commit))), howToAdd] : []

function hooksInWords(count: number, folder: string, isExpected: boolean): string {
  if (count === hookNames.length) return `Hooks: installed in ${folder}`
  // Husky writes its folder anew with every npm install.
  return isExpected ? 'Hooks: removed by another program. Run: taskdeck git install' : 'Hooks: not installed'
}

async function sync(context: Context, repository: Repository) {
  const { print, format } = context
  // Hooks that the user has written run it quietly. Once run by hand, it watches the repository.
  if (format !== 'quiet') startWatching(repository)
  else if (!isWatching(repository)) return
  const { reported, others } = await reportCommits(repository, () => clientOf(context, repository))
  print({
    json: { reported, others },
    text: () =>
      [
        ...reported.map(({ commit, message }) => `${commit.slice(0, 7)} ${oneLine(message)}`),
        ...othersLines(others),
      ].join('\n') || 'Nothing to report.',
  })
}
