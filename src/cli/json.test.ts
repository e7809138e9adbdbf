import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type TSchema, Type } from 'typebox'
import { Errors } from 'typebox/value'
import { expect, test } from 'vitest'
import { asNode20, bundle, cliUser, runCli, sharedServer, spawnCli } from '../../test/cli.ts'
import { issueSource } from '../../test/issue-forges.ts'
import { startProcess } from '../../test/process.ts'
import { file } from '../contract/schemas/files.ts'
import { historySchemas, taskEvent } from '../contract/schemas/history.ts'
import { importSchemas } from '../contract/schemas/imports.ts'
import { issueSource as listedSource } from '../contract/schemas/issue-sources.ts'
import { note } from '../contract/schemas/notes.ts'
import { askedQuestion } from '../contract/schemas/questions.ts'
import { receipt } from '../contract/schemas/receipts.ts'
import { share } from '../contract/schemas/shares.ts'
import { sentTask, task, taskSchemas } from '../contract/schemas/tasks.ts'
import { tokenSchemas } from '../contract/schemas/tokens.ts'
import { trashSchemas } from '../contract/schemas/trash.ts'
import { commands } from './commands.ts'

/** The JSON of every command of the bundle, as docs/cli.md describes it. A task has the fields of the API. */
const origin = sharedServer()

const text = Type.String()
const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()])
const exactly = (fields: Record<string, TSchema>) => Type.Object(fields, { additionalProperties: false })
const taskWith = (fields: Record<string, TSchema>) => exactly({ ...sentTask, ...fields })
const tasks = Type.Array(task)
const change = orNull(Type.Integer())
const changed = { tasks, nextTasks: tasks, change }
const branch = orNull(exactly({ name: text, did: text, reason: orNull(text) }))
const signedIn = exactly({
  server: exactly({ name: orNull(text), url: text }),
  ...tokenSchemas.whoami.result.properties,
})
const step = exactly({ step: historySchemas.undo.result.properties.step, change })
const naming = { hash: text, title: text, tasks: Type.Array(exactly({ number: Type.Integer(), effect: text })) }
const others = Type.Array(exactly({ ...naming, email: text }))
const foundNote = exactly({ task: Type.Integer(), note: Type.Integer(), excerpt: text })
const brief = exactly({ _id: text, number: Type.Integer(), title: text, status: text })

/** By the name of the command in the table of docs/cli.md. */
const shapes: Record<string, TSchema> = {
  add: exactly({ tasks }),
  list: exactly({ tasks, notes: Type.Optional(Type.Array(foundNote)) }),
  search: exactly({ tasks, notes: Type.Optional(Type.Array(foundNote)) }),
  next: exactly({ tasks: Type.Array(taskWith({ reasons: Type.Array(text) })) }),
  show: exactly({
    task: taskWith({ files: Type.Array(file) }),
    links: taskSchemas.links.result.properties.links,
    notes: Type.Array(note),
  }),
  note: exactly({ note, change }),
  ask: exactly({ note, change }),
  'ask --wait': exactly({ answer: text, holdsTask: Type.Boolean(), message: text, note }),
  prove: exactly({ receipts: Type.Array(exactly({ receipt, state: text })) }),
  questions: exactly({ questions: Type.Array(askedQuestion) }),
  share: exactly({ share, url: text }),
  'share --list': exactly({ shares: Type.Array(share) }),
  'share --revoke': exactly({ share }),
  'show --activity': exactly({
    task: taskWith({ files: Type.Array(file) }),
    links: taskSchemas.links.result.properties.links,
    notes: Type.Array(note),
    events: historySchemas.ofTask.result.properties.events,
  }),
  edit: exactly({ ...changed, openParts: tasks }),
  reopen: exactly(changed),
  done: exactly({ ...changed, openParts: tasks }),
  start: exactly({ ...changed, branch }),
  delete: exactly({ tasks, change }),
  snooze: exactly(changed),
  take: exactly({ task, change }),
  release: exactly({ tasks, change }),
  who: exactly({ tasks }),
  trash: exactly(trashSchemas.list.result.properties),
  'trash empty': exactly({ message: text }),
  restore: exactly({ tasks, files: Type.Array(file), changes: Type.Array(change) }),
  files: exactly({ files: Type.Array(file) }),
  download: exactly({ file, path: text }),
  'export --jsonl': exactly({ path: text, tasks: Type.Integer() }),
  import: exactly({ format: text, ...Type.Omit(importSchemas.run.result, ['seq']).properties }),
  export: exactly({ path: text, bytes: Type.Integer(), tasks: Type.Integer(), files: Type.Integer() }),
  log: exactly({ changes: historySchemas.changes.result.properties.changes }),
  undo: step,
  'undo --via --dry-run': exactly(historySchemas.tokenUndo.result.properties),
  'undo --via': exactly(historySchemas.undoToken.result.properties),
  redo: step,
  attach: exactly({ files: Type.Array(file) }),
  open: exactly({ url: text }),
  forge: exactly({ sources: Type.Array(listedSource) }),
  'forge sync': exactly({ sources: Type.Array(listedSource) }),
  watch: taskEvent,
  standup: exactly({
    since: text,
    done: tasks,
    inProgress: tasks,
    blocked: Type.Array(taskWith({ blockers: Type.Array(brief) })),
  }),
  login: signedIn,
  whoami: signedIn,
  logout: exactly({ server: exactly({ name: text, url: text }) }),
  servers: exactly({ servers: Type.Array(exactly({ name: text, url: text, current: Type.Boolean() })) }),
  'servers NAME': exactly({ current: text }),
  'agent-guide': exactly({ guide: text }),
  'agent-guide --install': exactly({ file: text, done: text }),
  'git install': exactly({ folder: text, hooks: Type.Array(text), mainBranch: orNull(text), server: orNull(text) }),
  'git uninstall': exactly({ folder: text, removed: Type.Array(text) }),
  'git status': exactly({
    folder: text,
    hooks: Type.Array(text),
    server: orNull(text),
    mainBranch: orNull(text),
    task: orNull(Type.Integer()),
    waiting: Type.Array(exactly(naming)),
    others,
  }),
  'git sync': exactly({
    reported: Type.Array(exactly({ commit: text, number: Type.Integer(), message: text })),
    others,
  }),
}
/** Commands whose output is for a shell, an agent or a reader. */
const withoutJson = ['completion', 'help', 'mcp']

const problemsOf = (name: string, json: unknown) => [...Errors(shapes[name] ?? Type.Never(), json)]

test('--json prints the documented shape for every command', async () => {
  const { run, env, call } = await cliUser(origin(), 'di', 'write', spawnCli)
  const { HOME = '' } = env
  const ran = new Set<string>()
  const check = async (name: string, running: ReturnType<typeof run>) => {
    const { code, stdout, stderr, json } = await running
    expect([name, code, stderr]).toEqual([name, 0, ''])
    expect(stdout.trimEnd().split('\n'), `${name}: one line`).toHaveLength(1)
    expect(problemsOf(name, json), `${name}: ${stdout}`).toEqual([])
    ran.add(name)
    return json
  }
  const expectShape = (name: string, ...args: string[]) =>
    check(name, run(...args, ...(args.includes('--json') ? [] : ['--json'])))

  await expectShape('add', 'add', 'One #a every week')
  await expectShape('add', 'add', 'Two after #1')
  await expectShape('add', 'add', 'Three part of #1')
  await expectShape('list', 'list')
  await expectShape('agent-guide', 'agent-guide')
  await expectShape('agent-guide --install', 'agent-guide', '--install', '--file', join(HOME, 'AGENTS.md'))
  await expectShape('search', 'search', 'one')
  const next = await expectShape('next', 'next')
  expect(next.tasks).not.toEqual([])
  await expectShape('edit', 'edit', '1', '--due', 'tomorrow')
  await expectShape('edit', 'edit', '1', '--title', 'First', '--related', '2')
  expect((await expectShape('start', 'start', '1')).branch).toBeNull()
  await expectShape('attach', 'attach', '1', bundle)
  await expectShape('note', 'note', '1', 'Of three kinds')
  await expectShape('note', 'note', '1', '--edit', '1', 'Of all kinds')
  expect((await expectShape('search', 'search', 'kinds')).notes).toHaveLength(1)
  await expectShape('ask', 'ask', '1', 'Which?', '--choice', 'a')
  expect((await expectShape('questions', 'questions')).questions).toHaveLength(1)
  await call('POST', '/tasks/task/1/notes/2/answer', { answer: 'a' })
  await expectShape('ask --wait', 'ask', '1', '--wait-for', '2')
  await expectShape('prove', 'prove', '1', '--json', '--', 'true')
  const shown = await expectShape('show', 'show', '1')
  expect([shown.task.files.length, shown.links.length]).toEqual([1, 3])
  await expectShape('show --activity', 'show', '1', '--activity')
  expect((await expectShape('standup', 'standup')).blocked).toHaveLength(1)
  const done = await expectShape('done', 'done', '1')
  expect([done.nextTasks.length, done.openParts.length]).toEqual([1, 1])
  await expectShape('reopen', 'reopen', '1')
  await expectShape('take', 'take', '1')
  expect((await expectShape('who', 'who')).tasks).toHaveLength(1)
  await expectShape('release', 'release', '1')
  await expectShape('snooze', 'snooze', '2', 'someday')
  await expectShape('files', 'files', '1')
  await expectShape('download', 'download', '1')
  const { token: exporting } = await call('POST', '/auth/tokens', { name: 'exporting', scope: 'export' })
  const asExporter = { ...env, TASKDECK_TOKEN: exporting }
  const linesPath = join(HOME, 'tasks.jsonl')
  await expectShape('export --jsonl', 'export', '--jsonl', linesPath)
  await expectShape('import', 'import', linesPath, '--yes')
  await check('export', spawnCli(['export', join(HOME, 'all.zip'), '--json'], asExporter))
  await expectShape('delete', 'delete', '2')
  await expectShape('trash', 'trash')
  await expectShape('restore', 'restore', '2')
  await expectShape('trash empty', 'trash', 'empty', '--force')
  await expectShape('delete', 'delete', '2')
  await expectShape('undo', 'undo')
  await expectShape('redo', 'redo')
  const { share: made } = await expectShape('share', 'share', '1', '--ask', 'Which?')
  await expectShape('share --list', 'share', '--list')
  await expectShape('share --revoke', 'share', '--revoke', made.id)
  await expectShape('log', 'log', '--via', 'laptop', '--since', '1h')
  await expectShape('undo --via --dry-run', 'undo', '--via', 'laptop', '--since', '1h', '--dry-run')
  const none = await expectShape('undo --via', 'undo', '--via', 'laptop', '--since', '0m', '--yes')
  expect([none.changes, none.change]).toEqual([0, null])
  await expectShape('open', 'open', '1')
  await call('POST', '/issue-sources', issueSource)
  expect((await expectShape('forge', 'forge')).sources).toHaveLength(1)
  await expectShape('forge sync', 'forge', 'sync', 'acme/app')
  await expectShape('whoami', 'whoami')

  const watching = startProcess(process.execPath, [...asNode20, bundle, 'watch', '--json'], { env, cwd: HOME })
  await watching.said(/Watching/)
  await run('edit', '1', '--priority', 'low')
  const [line = ''] = await watching.said(/^\{.*\}$/m)
  await watching.stop('SIGINT')
  expect(problemsOf('watch', JSON.parse(line))).toEqual([])
  ran.add('watch')

  const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: HOME, env: { ...process.env, ...env } })
  await git('init', '--quiet', '--initial-branch=main')
  await git('config', 'user.email', 'di@example.com')
  await git('config', 'user.name', 'Di')
  // The hooks would report the commits at once.
  const commit = (...args: string[]) =>
    git('-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '--allow-empty', ...args)
  await commit('-m', 'Begin')
  await expectShape('git install', 'git', 'install')
  await commit('-m', 'Closes #1')
  await commit('-m', 'Closes #1', '--author', 'Bo <bo@example.com>')
  const status = await expectShape('git status', 'git', 'status')
  expect([status.waiting.length, status.others.length]).toEqual([1, 1])
  const synced = await expectShape('git sync', 'git', 'sync')
  expect([synced.reported.length, synced.others.length]).toEqual([1, 1])
  expect((await expectShape('start', 'start', '3')).branch).toMatchObject({ did: 'created' })
  await expectShape('git uninstall', 'git', 'uninstall')

  // Without the environment, the servers are those of the user's file.
  const { token } = await call('POST', '/auth/tokens', { name: 'desk', scope: 'write' })
  const own = (input: string, ...args: string[]) => spawnCli([...args, '--json'], { HOME, TZ: 'UTC' }, input)
  await check('login', own(`${token}\n`, 'login', origin(), '--with-token', '--name', 'home'))
  expect((await check('servers', own('', 'servers'))).servers).toHaveLength(1)
  await check('servers NAME', own('', 'servers', 'home'))
  await check('logout', own('', 'logout'))

  expect([...ran].sort()).toEqual(Object.keys(shapes).sort())
  const named = new Set([...ran].map((name) => name.split(' ')[0]))
  expect(Object.keys(commands).filter((name) => !named.has(name) && !withoutJson.includes(name))).toEqual([])
})

test('the documentation describes the JSON of every command', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/cli.md'), 'utf8')
  const section = page.slice(page.indexOf('### JSON'), page.indexOf('### Errors'))
  const cells = [...section.matchAll(/^\| (`.+?`) \|/gm)].map(([, cell = '']) => cell)
  const documented = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
  expect(documented.sort()).toEqual(Object.keys(shapes).sort())
})

test('the error of --json has a code for each kind of failure, and nothing is printed to stdout', async () => {
  const { run, env } = await cliUser(origin(), 'ed')
  const reader = await cliUser(origin(), 'ed-reads', 'read')
  const { HOME = '' } = env
  const cases: [number, string, string[], Record<string, string>?][] = [
    [1, 'not_found', ['show', '99']],
    [1, 'forbidden', ['add', 'No'], reader.env],
    [1, 'not_found', ['restore', '99']],
    [1, 'not_found', ['files', '99']],
    [2, 'usage', ['snooze', '1']],
    [2, 'usage', ['download', '1', 'x', '-o', '-']],
    [1, 'refused', ['list', '--server', 'nowhere']],
    [1, 'refused', ['git', 'status']],
    [2, 'usage', ['nxt']],
    [2, 'usage', ['list', '--stats', 'x']],
    [2, 'usage', ['done', 'twelve']],
    [2, 'usage', ['add']],
    [2, 'usage', ['list'], { HOME, TASKDECK_TOKEN: 'tdk_x' }],
    [3, 'not_signed_in', ['list'], { HOME }],
    [3, 'not_signed_in', ['list'], { ...env, TASKDECK_TOKEN: 'tdk_wrong' }],
    [4, 'unreachable', ['list'], { ...env, TASKDECK_URL: 'http://127.0.0.1:9' }],
  ]
  const found = await Promise.all(
    cases.map(async ([, , args, given = env]) => {
      const { code, stdout, stderr } = await runCli([...args, '--json'], given)
      const { error } = JSON.parse(stderr)
      expect(Object.keys(error).filter((key) => key !== 'advice')).toEqual(['code', 'message', 'exitCode'])
      return [code, error.exitCode, error.code, stdout]
    }),
  )
  expect(found).toEqual(cases.map(([exitCode, code]) => [exitCode, exitCode, code, '']))
  const { stderr } = await run('nxt', '--json')
  expect(JSON.parse(stderr).error).toEqual({
    code: 'usage',
    message: 'There is no command “nxt”. Did you mean next?',
    advice: 'See: taskdeck help',
    exitCode: 2,
  })
})
