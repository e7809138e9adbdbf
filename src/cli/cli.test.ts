import { readFile, writeFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { selfSigned } from '../../test/certificate.ts'
import { bundle, cliUser, runCli, sharedServer, spawnCli } from '../../test/cli.ts'
import { cuttingProxy } from '../../test/cutting-proxy.ts'
import { commands } from './commands.ts'

/** The commands in this process, as in pipes, against a real server. */
const origin = sharedServer()
const user = (name: string, scope?: string) => cliUser(origin(), name, scope)

const lines = (text: string) => text.trimEnd().split('\n')
const titles = (tasks: { title: string }[]) => tasks.map(({ title }) => title)

test('a task is added, listed, changed, completed, deleted and brought back', async () => {
  const { run } = await user('ana')
  expect((await run('add', 'Fix', 'login', '2026-11-20', '!high', '#auth')).stdout).toMatch(
    /^Added #1 Fix login {2}\(due Nov 20(, 2026)?, High, #auth\)\n$/,
  )
  expect((await run('add', '--plain', 'Read Sunday Times', '--quiet')).stdout).toBe('2\n')
  expect((await run('list')).stdout).toBe(
    '1\tPending\tHigh\t2026-11-20\tFix login\tauth\n2\tPending\tMedium\t\tRead Sunday Times\t\n',
  )
  expect((await run('start', '#1')).stdout).toBe('Started #1 Fix login\n')
  expect((await run('edit', '1', '--due', '2026-12-01', '-l', 'ui', '--remove-label', 'auth')).code).toBe(0)
  expect((await run('edit', '1', '--blocked-by', '2')).code).toBe(0)
  const { json } = await run('show', '1', '--activity', '--json')
  expect(json.task).toMatchObject({ status: 'In Progress', labels: ['ui'], dueDate: '2026-12-01T00:00:00.000Z' })
  expect(json.links).toMatchObject([{ kind: 'blocked by', direction: 'out', task: { number: 2 } }])
  expect(json.events[0]).toMatchObject({ kind: 'updated', via: 'token:laptop' })
  expect((await run('done', '1', '2')).stdout).toBe('Completed #1 Fix login\nCompleted #2 Read Sunday Times\n')
  expect((await run('list', '--quiet')).stdout).toBe('')
  expect((await run('undo')).stdout).toContain('Undone: 2 tasks with their former status')
  expect((await run('redo')).stdout).toContain('Redone: 2 tasks')
  expect((await run('reopen', '1')).stdout).toBe('Reopened #1 Fix login\n')
  expect((await run('delete', '1')).stdout).toBe('Deleted #1 Fix login\n')
  expect((await run('show', '1')).code).toBe(1)
  expect((await run('undo')).stdout).toMatch(/#1 Fix login: restored from the trash/)
})

test('notes are written, shown with their task and found', async () => {
  const { run, feed, call } = await user('noah')
  await feed('Limiter\nDeploy\n', 'add', '-')
  expect((await run('note', '1', 'Half', 'done')).stdout).toBe('Added note 1 to #1\n')
  expect((await feed('Two lines,\nof \u001b[31mstdin\n', 'note', '#1', '-', '--quiet')).stdout).toBe('2\n')
  const shown = await run('show', '1')
  expect(shown.stdout).toMatch(/\n\nNotes\n {2}You via laptop · just now · note 1\n {2}Half done\n\n {2}You via laptop/)
  expect(shown.stdout).toContain('  Two lines,\n  of  [31mstdin\n')
  expect((await run('show', '1', '--json')).json.notes).toMatchObject([{ text: 'Half done' }, { number: 2 }])
  expect((await run('show', '2', '--json')).json.notes).toEqual([])
  for (let count = 3; count <= 22; count++) await call('POST', '/tasks/task/1/notes', { text: `Note ${count}` })
  expect((await run('show', '1')).stdout).toContain('Notes\n  2 older: taskdeck show 1 --notes\n')
  expect((await run('show', '1', '--notes', '--json')).json.notes).toHaveLength(22)

  await run('note', '2', 'The limits drain')
  const found = (await run('search', 'drain', '--json')).json
  expect([found.tasks.length, found.notes]).toEqual([1, [{ task: 2, note: 1, excerpt: 'The limits drain' }]])
  expect((await run('search', 'limiter', '--json')).json.notes).toBeUndefined()
  expect((await run('list', 'half', '-q')).stdout).toBe('1\n')
  expect((await run('list', 'half', 'label:none', '-q')).stdout).toBe('')

  expect((await run('note', '2', '--edit', '1', 'The limits', 'refill')).stdout).toBe('Changed note 1 of #2\n')
  expect((await run('show', '2', '--json')).json.notes).toMatchObject([{ number: 1, text: 'The limits refill' }])
  expect((await run('note', '2', '--delete', '1')).stdout).toBe('Deleted note 1 of #2\n')
  expect((await run('show', '2', '--json')).json.notes).toEqual([])
  expect((await run('note', '2', '--edit', '1', 'Again')).stderr).toContain('note')
  for (const words of [
    ['--edit', 'x', 'Text'],
    ['--delete', '1', 'Text'],
    ['--edit', '1', '--delete', '1'],
  ])
    expect((await run('note', '2', ...words)).code).toBe(2)

  const nothing = await run('note', '1', ' ')
  expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('What to write?')])
  expect((await feed(' \n', 'note', '1', '-')).stderr).toContain('There is no text on stdin.')
  const long = await feed('x'.repeat(10_001), 'note', '1', '-')
  expect(long.stderr).toContain('The note has 10,001 characters, and at most 10,000 fit.')
  expect((await run('note', '9', 'Lost')).stderr).toContain('#9')
})

test('every month, said of tasks that are due on the 31st, falls on the last day of shorter months', async () => {
  const { run } = await user('monthly')
  const repeatOf = async (...words: string[]) => (await run('edit', ...words, '--json')).json.tasks[0].repeat.rule
  const onLastDays = 'RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD'
  for (const day of ['2027-01-31', '2027-03-31', '2027-04-15']) await run('add', 'Rent', day)
  expect(await repeatOf('1', '2', '--repeat', 'every month')).toBe(onLastDays)
  expect(await repeatOf('3', '--repeat', 'every month', '--due', '2027-05-31')).toBe(onLastDays)
  expect(await repeatOf('3', '--repeat', 'every month', '--due', '2027-05-15')).toBe('FREQ=MONTHLY')
  expect(await repeatOf('1', '3', '--repeat', 'every month')).toBe('FREQ=MONTHLY')
  expect((await run('edit', '9', '--repeat', 'every month')).code).toBe(1)
})

test('a TODO file gives its list items as tasks and parts, and what is left out is said', async () => {
  const { run, feed } = await user('todo')
  const text = '# Plan\n\n- Ship it friday !high\n  with care\n  - [x] Test it\n\nSome prose.\n```\n- code\n```\n'
  const { code, stdout, stderr } = await feed(text, 'add', '-')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Added #1 Ship it {2}\(due .*High\)\nAdded #2 Test it {2}\(as a part\)\n/)
  expect(stderr).toContain('Left out, because it is no item of a list: 1 heading, 3 lines of code, 1 line of text.')
  const { json } = await run('list', '--all', '--json')
  const [part, whole] = json.tasks.sort((a: { number: number }, b: { number: number }) => b.number - a.number)
  expect([part.partOf, part.status, whole.description]).toEqual([whole._id, 'Completed', 'with care'])
})

test('each line of stdin is a task, in as many calls as it takes; a repeating task is followed by the next one', async () => {
  const { run, feed } = await user('bo')
  const text = `- [x] Old thing\n\n* Water plants every 3 days\n${'* Task of many\n'.repeat(148)}`
  expect(lines((await feed(text, 'add', '-', '--quiet')).stdout)).toEqual(
    Array.from({ length: 150 }, (_, index) => String(index + 1)),
  )
  const { json } = await run('done', '2', '--json')
  expect(titles(json.nextTasks)).toEqual(['Water plants'])
  expect((await run('add', 'Wait after #3', '--json')).json.tasks[0].blockedBy).toHaveLength(1)
  expect((await feed('', 'add', '-')).code).toBe(1)
})

test('lists take filters, sort orders, searches and saved views, as the web app does', async () => {
  const { run, feed, call } = await user('cy')
  await feed('Pay rent 2020-01-01 #home\nWrite docs !critical\nCall Bo !low #home #phone\nSleep after #2\n', 'add', '-')
  await run('done', '3')
  const list = async (...args: string[]) => titles((await run('list', '--json', ...args)).json.tasks)
  expect(await list()).toEqual(['Pay rent', 'Sleep after #2', 'Write docs'])
  expect(await list('--all', '--sort', 'priority')).toEqual(['Write docs', 'Sleep after #2', 'Pay rent', 'Call Bo'])
  expect(await list('--sort', 'title', '--order', 'desc')).toEqual(['Write docs', 'Sleep after #2', 'Pay rent'])
  expect(await list('--status', 'completed')).toEqual(['Call Bo'])
  expect(await list('-s', 'pend,comp', '-l', '#home')).toEqual(['Pay rent', 'Call Bo'])
  expect(await list('--due', 'overdue')).toEqual(['Pay rent'])
  expect(await list('--', 'no:date', '-docs')).toEqual(['Sleep after #2'])
  expect(await list('--limit', '1')).toEqual(['Pay rent'])
  await call('POST', '/views', { name: 'At home', address: '/list?status=All&label=home&sort=title' })
  expect(await list('--view', 'at home')).toEqual(['Call Bo', 'Pay rent'])
  expect(titles((await run('search', 'call', '--json')).json.tasks)).toEqual(['Call Bo'])
  const { json } = await run('next', '--json', '-n', '1')
  expect(json.tasks).toMatchObject([{ title: 'Pay rent', reasons: [expect.stringMatching(/d overdue$/), 'Medium'] }])
  expect((await run('list', '--view', 'nowhere')).stderr).toBe(
    'taskdeck: You have no saved view named “nowhere”.\nYour views: “At home”.\n',
  )
})

test('exit codes say what went wrong, and the message what to do; a failure prints nothing to stdout', async () => {
  const { run, env } = await user('ed')
  const reader = await user('ed-reads', 'read')
  const { HOME = '' } = env
  const cases: [number, Promise<Awaited<ReturnType<typeof run>>>][] = [
    [1, run('done', '99')],
    [1, reader.run('add', 'No')],
    [2, run('nxt')],
    [2, run('list', '--status', 'x')],
    [2, spawnCli(['list', '--status', 'x'], env)],
    [3, runCli(['list'], { HOME })],
    [4, runCli(['list'], { ...env, TASKDECK_URL: 'http://127.0.0.1:9' })],
  ]
  for (const [code, ran] of cases) {
    const { code: found, stdout, stderr } = await ran
    expect([found, stdout]).toEqual([code, ''])
    expect(stderr).toMatch(/^taskdeck: .+[.?]( Did you mean .+\?)?\n/)
  }
  expect((await reader.run('list')).code).toBe(0)
})

test('open parts of a completed task are named, and completed with it if the user says so', async () => {
  const { run, feed } = await user('jo')
  await run('add', 'Release')
  await feed('Notes part of #1\nBuild part of #1\n', 'add', '-')
  await run('add', 'Sign part of #3')
  expect((await run('done', '1')).stdout).toBe(
    'Completed #1 Release\n3 parts are still open: #2 Notes, #3 Build, #4 Sign\n',
  )
  await run('reopen', '1')
  expect((await run('done', '1', '3', '--parts', '--leave-parts')).code).toBe(2)
  expect((await run('done', '1', '--parts')).stdout).toBe(
    'Completed #1 Release\nCompleted #2 Notes\nCompleted #3 Build\nCompleted #4 Sign\n',
  )
  expect((await run('undo')).stdout).toContain('4 tasks')
  const both = ['edit', '1', '--status', 'completed', '--priority', 'high']
  expect((await run(...both)).stdout).toMatch(/^.*#1 .*\n3 parts are still open: #2 Notes, #3 Build, #4 Sign\n$/)
  expect((await run('edit', '3', '--status', 'completed', '--title', 'Built')).stdout).toBe(
    'Updated #3 Built\n1 part is still open: #4 Sign\n',
  )
})

test('text and links of a task change together, as one change', async () => {
  const { run, feed } = await user('kim')
  await feed('One\nTwo\nThree\n', 'add', '-')
  const numbers = async (kind: string) => {
    const { links } = (await run('show', '1', '--json')).json
    return links.flatMap((link: { kind: string; task: { number: number } }) =>
      link.kind === kind ? link.task.number : [],
    )
  }
  expect((await run('edit', '1', '--title', 'First', '--blocked-by', '2', '--related', '3')).code).toBe(0)
  expect([await numbers('blocked by'), await numbers('related')]).toEqual([[2], [3]])
  expect((await run('edit', '1', '--title', 'Again', '--unblock', '2', '--unrelate', '3')).code).toBe(0)
  expect([await numbers('blocked by'), await numbers('related')]).toEqual([[], []])
  expect((await run('undo')).stdout).toContain('title back to First')
  expect([await numbers('blocked by'), await numbers('related')]).toEqual([[2], [3]])
  // The link is stored at the other task.
  expect((await run('edit', '3', '--unrelate', '1', '--title', 'Third')).code).toBe(2)
  expect((await run('edit', '3', '--unrelate', '1')).code).toBe(0)
  expect((await run('edit', '2', '--related', '3', '--unblock', '1')).code).toBe(0)
  expect(titles((await run('list', 'related:#2', '--json')).json.tasks)).toEqual(['Three'])
})

test('criteria are added, shown with their numbers, ticked and removed', async () => {
  const { run } = await user('cleo')
  const added = await run(
    'add',
    'Fix the limiter',
    '--done-when',
    'Tests pass :: npm test',
    '--done-when',
    'Docs say so',
  )
  expect(added.stdout).toBe('Added #1 Fix the limiter  (2 criteria)\n')
  const shown = async () => (await run('show', '1')).stdout.split('\n').filter((line) => /[✓○] \d/.test(line))
  expect(await shown()).toEqual([
    '  Done when  ○ 1 Tests pass  $ npm test  No proof',
    '             ○ 2 Docs say so  No proof',
  ])
  expect((await run('edit', '1', '--tick', '2', '--remove-criterion', '1', '--done-when', 'Bo agrees')).stdout).toBe(
    'Updated #1 Fix the limiter\n',
  )
  expect(await shown()).toEqual(['  Done when  ✓ 1 Docs say so  Reported', '             ○ 2 Bo agrees  No proof'])
  expect((await run('edit', '1', '--untick', '1')).code).toBe(0)
  expect((await run('undo')).stdout).toContain('“Docs say so” ticked again')
  const wrong = await run('edit', '1', '--tick', '3')
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('Its criteria have the numbers 1 to 2.')])
  expect((await run('edit', '1', '--done-when', 'x'.repeat(201))).code).toBe(2)
  expect((await run('edit', '1', '2', '--tick', '1')).code).toBe(2)
  expect((await run('list', '--json')).json.tasks[0].doneWhen).toHaveLength(2)
})

test('a change whose answer is lost is repeated and made once', async () => {
  const { env, run } = await user('fay')
  const proxy = await cuttingProxy(origin())
  const lossy = { ...env, TASKDECK_URL: proxy.origin }
  proxy.loseNextAnswer()
  expect((await runCli(['add', 'Once'], lossy)).stdout).toBe('Added #1 Once\n')
  expect((await run('list', '--quiet')).stdout).toBe('1\n')
})

test('files are attached whole, and several or none if one is missing', async () => {
  const { run, env } = await user('gil')
  await run('add', 'With files')
  const file = join(env.HOME ?? '', 'größe & more.txt')
  await writeFile(file, 'The content.\n'.repeat(5_000))
  expect((await run('attach', '1', file, join(env.HOME ?? '', 'missing'))).code).toBe(1)
  expect((await run('attach', '1', file)).stdout).toBe('Attached größe & more.txt (65 kB) to #1\n')
  const { json } = await run('show', '1', '--json')
  const [attached, ...more] = json.task.files
  expect([attached.size, more]).toEqual([65_000, []])
})

test('the error about a missing task names it, and says if it is in the trash', async () => {
  const { run, feed } = await user('lou')
  await feed('One\nTwo\nThree\n', 'add', '-')
  await run('delete', '2')
  const [none, trashed] = ['#999 does not exist.', '#2 Two is in the trash.']
  for (const [args, message] of [
    [['done', '1', '999'], none],
    [['done', '1', '999', '2'], `${none} ${trashed}`],
    [['show', '2'], trashed],
    [['show', '999', '--activity'], none],
    [['start', '2'], trashed],
    [['edit', '1', '2', '--due', 'none'], trashed],
    [['edit', '1', '--blocked-by', '999'], none],
    [['edit', '1', '--title', 'x', '--blocked-by', '2'], trashed],
    [['delete', '1', '999'], none],
    [['open', '2'], trashed],
    [['files', '999'], none],
    [['attach', '2', bundle], trashed],
    [['snooze', '1', '999', 'someday'], none],
  ] as const) {
    const { code, stderr } = await run(...args)
    expect([args, code, stderr.split('\n')[0]]).toEqual([args, 1, `taskdeck: ${message}`])
  }
  expect((await run('show', '2')).stderr).toContain('Restore with: taskdeck restore 2')
  expect((await run('list', '--quiet')).stdout.split('\n').sort()).toEqual(['', '1', '3'])
})

test('tasks are put off, and tasks and files come back from the trash, which can be emptied', async () => {
  const { run, feed, call, env } = await user('mia')
  await feed('One\nTwo\n', 'add', '-')
  expect((await run('snooze', '1', '2', 'someday')).stdout).toBe(
    'Snoozed #1 One until someday\nSnoozed #2 Two until someday\n',
  )
  expect((await run('next', '--quiet')).stdout).toBe('')
  // They are in Later, which only a search and those that ask for it show.
  expect((await run('list', '--quiet')).stdout).toBe('')
  for (const args of [['--later'], ['--all'], ['--kind', 'snoozed'], ['is:later'], ['one', '-n', '1']])
    expect([args, (await run('list', '--quiet', ...args)).stdout.includes('1\n')]).toEqual([args, true])
  expect((await run('snooze', '1', 'in', '2', 'weeks')).stdout).toMatch(/^Snoozed #1 One until \w{3} \d+(, \d{4})?\n$/)
  expect((await run('snooze', '1', '--clear')).stdout).toBe('Woke up #1 One\n')
  expect((await run('next', '--quiet')).stdout).toBe('1\n')
  for (const args of [
    ['1'],
    ['1', 'someday', '--clear'],
    ['1', 'blursday'],
    ['1', 'yesterday'],
    ['1', 'today'],
    ['someday'],
  ])
    expect([args, (await run('snooze', ...args)).code]).toEqual([args, 2])

  await writeFile(join(env.HOME ?? '', 'proof.txt'), 'It works')
  const { files } = (await run('attach', '2', join(env.HOME ?? '', 'proof.txt'), '--json')).json
  await call('DELETE', `/tasks/task/2/files/${files[0]._id}`)
  await run('delete', '1')
  expect((await run('trash')).stdout).toMatch(/^task\t1\t\S+\tOne\nfile\t2\t\S+\tproof.txt\n$/)
  expect((await run('restore', '1', '7')).stderr).toContain('#7 is not in the trash.')
  expect((await run('restore', '1')).stdout).toBe('Restored #1 One\n')
  expect((await run('restore', '2', '--file', 'proof.txt')).stdout).toBe('Restored proof.txt\n')
  expect((await run('trash')).stdout).toBe('')
  await run('delete', '1')
  const refusal = await run('trash', 'empty')
  expect([refusal.code, refusal.stderr]).toEqual([1, expect.stringContaining('--force')])
  expect((await run('trash', '--quiet')).stdout).toBe('1\n')
  expect((await run('trash', 'empty', '--force')).code).toBe(0)
  expect((await run('trash', '--quiet')).stdout).toBe('')
})

test('next takes the filters of list, and the words', async () => {
  const { run, feed } = await user('nia')
  await feed('Login !high #auth\nDocs #docs\nLogout #auth\n', 'add', '-')
  await run('add', 'Release after #1 #auth')
  const next = async (...args: string[]) => titles((await run('next', '--json', ...args)).json.tasks)
  expect(await next('--label', 'auth')).toEqual(['Login', 'Logout'])
  expect(await next('--label', 'auth', '--priority', 'medium')).toEqual(['Logout'])
  expect(await next('docs')).toEqual(['Docs'])
  expect(await next('--links', 'blocking')).toEqual(['Login'])
  expect((await run('next', '--label', 'x y')).code).toBe(2)
})

test('standup names what was done, what is in progress, and what waits for what', async () => {
  const { run, feed } = await user('hal')
  await feed('Ship *it*\nReview\n', 'add', '-')
  await run('add', 'Deploy after #2')
  await run('done', '1')
  await run('start', '2')
  const { stdout } = await run('standup', '--markdown')
  expect(stdout.replace(/since .*/, 'since …')).toBe(
    '### Done since …\n\n- #1 Ship \\*it\\*\n\n### In progress\n\n- #2 Review\n\n### Blocked\n\n- #3 Deploy (by #2 Review)\n',
  )
})

test('what a task contains cannot steer the terminal', async () => {
  const { run } = await user('ivy')
  await run('add', '--plain', 'Plain', '-m', 'a\u001b]0;title\u0007 b\n\u202ereversed')
  const { stdout } = await run('show', '1')
  expect(stdout).toContain('a ]0;title  b\nreversed')
  expect([...stdout].filter((character) => '\u0007\u001b\u202e'.includes(character))).toEqual([])
})

test('over https a certificate must be trusted, and the error says how to name its authority', async () => {
  const { env } = await user('tia')
  const secure = createServer(selfSigned, (request, response) => {
    const { method, url, headers } = request
    const passOn = (answer: IncomingMessage) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(response)
    }
    request.pipe(httpRequest(origin() + url, { method, headers: { ...headers, host: new URL(origin()).host } }, passOn))
  })
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void secure.close())
  const url = `https://localhost:${(secure.address() as AddressInfo).port}`
  const refused = await runCli(['whoami'], { ...env, TASKDECK_URL: url })
  expect([refused.code, refused.stderr]).toEqual([
    4,
    `taskdeck: The certificate of ${url} is not accepted: self-signed certificate.\nIf it comes from an authority of your own, name its file: NODE_EXTRA_CA_CERTS=/path/to/authority.pem\n`,
  ])
  const authority = join(env.HOME ?? '', 'authority.pem')
  await writeFile(authority, selfSigned.cert)
  const trusted = await spawnCli(['whoami'], { ...env, TASKDECK_URL: url, NODE_EXTRA_CA_CERTS: authority })
  expect([trusted.code, trusted.stdout]).toEqual([0, expect.stringContaining(`tia at ${url}`)])
})

test('the bundle imports nothing but Node, and its help has examples for every command', async () => {
  const code = await readFile(bundle, 'utf8')
  const imported = [...code.matchAll(/\b(?:from |import\(|require\()\\?["'`]([^"'`\\]+)/g)].map(([, name = '']) => name)
  expect(imported).toContain('node:http')
  expect(imported.filter((name) => !/^(node:|\.\/)/.test(name))).toEqual([])
  for (const [name, { load }] of Object.entries(commands)) {
    const { command } = await load()
    expect(
      command.examples.filter(([line]) => line.includes(`taskdeck ${name}`)),
      name,
    ).not.toEqual([])
  }
  const [general, own] = await Promise.all([spawnCli(['help'], {}), runCli(['add', '--help'], {})])
  expect(general.stdout).toContain('standup')
  expect(own.stdout).toMatch(/Usage\n {2}taskdeck add TEXT…[\s\S]*--plain[\s\S]*Examples\n {2}taskdeck add "/)
})

test('a program takes the next task that is ready, and says what it holds', async () => {
  const { run } = await cliUser(origin(), 'ida')
  await run('add', 'Low !low #ui')
  await run('add', 'High !high')
  const took = await run('take', '--for', '2h')
  expect(took.stdout).toBe('Took #2 High for 2 h\n')
  expect((await run('take', '-l', 'ui', '--quiet')).stdout).toBe('1\n')
  const none = await run('take', '--json')
  expect([none.code, JSON.parse(none.stderr).error.code]).toEqual([5, 'nothing_ready'])
  expect((await run('who')).stdout).toMatch(/^#2\t.+\t2 h left\tHigh\n#1\t.+\t30 min left\tLow\n$/)
  expect((await run('show', '2')).stdout).toMatch(/Held +Held by .+, 2 h left/)
  expect((await run('list', '--claimed', 'none', '--quiet')).stdout).toBe('')
  expect((await run('release', '2')).stdout).toBe('Released #2 High\n')
  expect((await run('list', '--claimed', 'none', '--quiet')).stdout).toBe('2\n')
  for (const args of [
    ['--for', '2 weeks'],
    ['--for', '1m'],
    ['1', '2'],
    ['1', '-l', 'ui'],
  ])
    expect([args, (await run('take', ...args)).code]).toEqual([args, 2])
  expect((await run('take', '99')).stderr).toContain('99')
})
