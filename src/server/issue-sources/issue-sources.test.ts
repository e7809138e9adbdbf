import { expect, test } from 'vitest'
import { engines } from '../../../test/database.ts'
import { connectIssues, forgeOf, issueApp, issueSource, taskLines } from '../../../test/issue-forges.ts'
import { credentials } from '../../../test/people.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import { forges } from '../../contract/forges.ts'
import { readSource } from '../../contract/import-formats/source.ts'
import { importType } from '../../contract/imports.ts'
import { syncEveryMs } from '../../contract/issue-sources.ts'

const both = engines.flatMap((engine) => forges.map((kind) => [engine, kind] as const))

test.for(both)(
  '%s, %s: the issues of a user become tasks, page by page, with everything that tasks have',
  async ([engine, kind]) => {
    const app = await issueApp(engine)
    const ana = app.as('ana')
    const forge = await forgeOf(kind, 2)
    forge.put(7, {
      title: 'Fix  login\u202e',
      text: 'It fails.\u0000',
      labels: ['Needs triage', 'bug'],
      due: '2026-12-01',
    })
    for (const number of [8, 9, 10, 11]) forge.put(number)
    forge.put(12, { isPull: kind !== 'gitlab', assignees: kind === 'gitlab' ? [] : ['ana'] })
    forge.put(13, { assignees: ['bo'] })
    forge.put(14, { isOpen: false })
    const source = await connectIssues(ana, forge)
    expect(await source.state()).toMatchObject({ isSyncing: true, syncedAt: null, repository: 'acme/app' })
    await app.sync()
    expect(await source.state()).toMatchObject({
      ...{ isSyncing: false, problem: null, openCount: 5, leftCount: 0, account: 'ana', remark: null },
      syncedAt: '2026-11-18T12:00:00.000Z',
    })
    const { tasks } = (await ana.get('/tasks/getTasks')).body
    expect(tasks).toHaveLength(5)
    const fix = tasks.find(({ title }: { title: string }) => title === 'Fix login')
    expect(fix).toMatchObject({
      ...{ description: 'It fails.', labels: ['needs-triage', 'bug'], dueDate: '2026-12-01T00:00:00.000Z' },
      ...{ status: 'Pending', createdAt: '2026-11-01T09:00:00.000Z' },
      source: `${forge.url}/acme/app/${kind === 'gitlab' ? '-/' : ''}issues/7`,
    })
    const { changes } = (await ana.get('/tasks/activity')).body
    expect(changes).toMatchObject([{ taskCount: 5, via: `issues:${kind}:acme/app`, by: 'ana' }])
    // One undo takes all of it back, and it is not made again.
    const undone = (await ana.post('/tasks/undo')).body.message
    expect(undone).toContain(`via ${{ github: 'GitHub', gitlab: 'GitLab', gitea: 'Gitea' }[kind]} acme/app`)
    app.moveClock(syncEveryMs)
    forge.put(8, { title: 'Renamed' })
    await app.sync()
    expect(await taskLines(ana)).toEqual([])
  },
)

test.for(both)(
  '%s, %s: a change there changes only its field here, and closing there completes',
  async ([engine, kind]) => {
    const app = await issueApp(engine)
    const ana = app.as('ana')
    const forge = await forgeOf(kind)
    forge.put(7, { title: 'Fix login', text: 'One\n\nTwo', labels: ['bug'] })
    const source = await connectIssues(ana, forge)
    await app.sync()
    const task = () => ana.get('/tasks/task/1').then(({ body }) => body)
    const { _id } = await task()
    const values = { priority: 'High', description: 'One, here\n\nTwo', labels: ['bug', 'mine'], status: 'In Progress' }
    await ana.put(`/tasks/updateTask/${_id}`, values)
    const next = async () => {
      app.moveClock(syncEveryMs)
      await app.sync()
      return task()
    }
    forge.put(7, {
      title: 'Fix login on Safari',
      text: 'One\n\nTwo, there',
      labels: ['bug', 'urgent'],
      due: '2026-12-24',
    })
    expect(await next()).toMatchObject({
      ...{ title: 'Fix login on Safari', description: 'One, here\n\nTwo, there', labels: ['bug', 'mine', 'urgent'] },
      ...{ priority: 'High', status: 'In Progress', dueDate: '2026-12-24T00:00:00.000Z', version: 3 },
    })
    expect((await next()).version).toBe(3)
    forge.put(7, { isOpen: false })
    expect(await next()).toMatchObject({ status: 'Completed', version: 4 })
    expect(await source.state()).toMatchObject({ openCount: 0, closedCount: 1 })
    forge.put(7, { isOpen: true })
    expect(await next()).toMatchObject({ status: 'Pending', version: 5 })
    const { changes } = (await ana.get('/tasks/activity')).body
    expect(changes[0]).toMatchObject({ kind: 'updated', via: `issues:${kind}:acme/app` })
    // Only the reader's token was sent, and nothing but reads.
    expect(new Set(forge.asked.map(({ method, token }) => `${method} ${token}`))).toEqual(new Set(['GET reading']))
  },
)

test.for(engines)('%s: values that the user has changed stay, and a note has those of the source', async (engine) => {
  const app = await issueApp(engine)
  const ana = app.as('ana')
  const forge = await forgeOf('github')
  forge.put(7, { title: 'Fix login', text: 'Old', due: '2026-12-01' })
  await connectIssues(ana, forge)
  await app.sync()
  await ana.put('/tasks/updateTask/1', { title: 'My title', description: 'My text', dueDate: '2026-11-20' })
  forge.put(7, { title: 'Their title', text: 'Their text', due: null })
  app.moveClock(syncEveryMs)
  await app.sync()
  const { body: task } = await ana.get('/tasks/task/1')
  expect(task).toMatchObject({ title: 'My title', description: 'My text', dueDate: '2026-11-20T00:00:00.000Z' })
  const { notes } = (await ana.get('/tasks/task/1/notes')).body
  expect(notes).toHaveLength(1)
  expect(notes[0].text).toBe(
    [
      'The title was also changed at GitHub, to “Their title”. Yours stays.',
      'The description was also changed at GitHub. Yours stays.',
      'The due date was also changed at GitHub, to none. Yours stays.',
      'The description there:',
      'Their text',
    ].join('\n\n'),
  )
  // It is said once. A later change there is compared with the one that is known.
  app.moveClock(syncEveryMs)
  await app.sync()
  expect((await ana.get('/tasks/task/1/notes')).body.total).toBe(1)
  await ana.put('/tasks/updateTask/1', { title: 'Their title' })
  forge.put(7, { title: 'Newer title' })
  app.moveClock(syncEveryMs)
  await app.sync()
  expect((await ana.get('/tasks/task/1')).body.title).toBe('Newer title')
})

test.for(both)(
  '%s, %s: an issue of somebody else, or a deleted one, leaves its task, and a note says so',
  async ([engine, kind]) => {
    const app = await issueApp(engine)
    const ana = app.as('ana')
    const forge = await forgeOf(kind)
    for (const number of [7, 8, 9]) forge.put(number)
    const source = await connectIssues(ana, forge)
    await app.sync()
    forge.put(7, { assignees: ['bo'], title: 'Of Bo' })
    forge.put(8, { isGone: true })
    app.moveClock(syncEveryMs)
    await app.sync()
    const lines = await taskLines(ana)
    expect(lines.map((line) => line.replace(/#\d/, '#')).sort()).toEqual(
      [7, 8, 9].map((number) => `# Pending Issue ${number}`),
    )
    expect(await source.state()).toMatchObject({ openCount: 1, leftCount: 2 })
    const noteOf = async (title: string) => {
      const [number] = /\d/.exec(lines.find((line) => line.endsWith(title)) ?? '') ?? []
      return (await ana.get(`/tasks/task/${number}/notes`)).body.notes.map(({ text }: { text: string }) => text)
    }
    const forgeName = { github: 'GitHub', gitlab: 'GitLab', gitea: 'Gitea' }[kind]
    expect(await noteOf('Issue 7')).toEqual([
      `app#7 at ${forgeName} is no longer assigned to you. This task stays as it is, and no longer follows the issue.`,
    ])
    expect((await noteOf('Issue 8'))[0]).toContain(`app#8 at ${forgeName} was deleted or moved`)
    // What has left is asked for no more, and one that comes back is followed again.
    forge.paths()
    forge.put(7, { assignees: ['Ana', 'bo'] })
    forge.account = 'ANA'
    app.moveClock(syncEveryMs)
    await app.sync()
    expect(forge.paths()).toHaveLength(1)
  },
)

test.for(engines)('%s: issues with a label, an imported issue, and one that was deleted here', async (engine) => {
  const app = await issueApp(engine)
  const ana = app.as('ana')
  const forge = await forgeOf('gitea')
  forge.put(7, { labels: ['Ops'], assignees: [] })
  forge.put(8, { labels: ['other'] })
  forge.put(9, { labels: ['ops'] })
  const { body } = await ana.post('/issue-sources', {
    ...{ forge: 'gitea', address: `${forge.url}/acme/app/issues?q=1`, token: 'reading', choice: 'label', label: 'ops' },
  })
  expect(body.source).toMatchObject({ address: `${forge.url}/acme/app`, label: 'ops', account: null })
  await app.sync()
  expect((await taskLines(ana)).map((line) => line.slice(-7)).sort()).toEqual(['Issue 7', 'Issue 9'])
  const [first, second] = (await ana.get('/tasks/getTasks')).body.tasks
  await ana.delete(`/tasks/deleteTask/${first._id}`)
  for (const number of [7, 9]) forge.put(number, { title: `Renamed ${number}` })
  app.moveClock(syncEveryMs)
  await app.sync()
  expect((await taskLines(ana)).map((line) => line.slice(-9))).toEqual([`Renamed ${second.title.slice(-1)}`])
  // From the trash, it comes back with what has changed since.
  await ana.post(`/tasks/trash/${first._id}/restore`)
  app.moveClock(syncEveryMs)
  await app.sync()
  expect((await taskLines(ana)).map((line) => line.slice(-9)).sort()).toEqual(['Renamed 7', 'Renamed 9'])
  // Deleted for good, and connected anew: the id of the task is known.
  await ana.delete(`/tasks/deleteTask/${first._id}`)
  await ana.delete(`/tasks/trash/${first._id}`)
  expect((await ana.delete(`/issue-sources/${body.source.id}`)).body.message).toBe('Disconnected. Its tasks stay.')
  await ana.post('/auth/prove', { password: credentials('ana').password })
  await connectIssues(ana, forge, { choice: 'label', label: 'ops' })
  await app.sync()
  expect(await taskLines(ana)).toHaveLength(1)
})

test.for(engines)(
  '%s: three nodes sync each repository once, and unchanged pages are not read again',
  async (engine) => {
    const app = await issueApp(engine)
    const people = [app.as('ana'), app.as('bo')]
    const forge = await forgeOf('github', 2)
    for (const number of [7, 8, 9]) forge.put(number)
    for (const person of people) await connectIssues(person, forge, { account: 'ana' })
    const nodes = [app, app.node(), app.node()]
    await Promise.all(nodes.map((node) => node.sync()))
    expect(forge.paths()).toHaveLength(4)
    for (const person of people) expect(await taskLines(person)).toHaveLength(3)
    app.moveClock(syncEveryMs - 1)
    await Promise.all(nodes.map((node) => node.sync()))
    expect(forge.asked).toEqual([])
    app.moveClock(1)
    await Promise.all(nodes.map((node) => node.sync()))
    expect(forge.asked.map(({ etag }) => etag)).toEqual(Array(4).fill(expect.stringMatching(/^W\//)))
    forge.paths()
    forge.put(9, { title: 'Renamed' })
    app.moveClock(syncEveryMs)
    await Promise.all(nodes.map((node) => node.sync()))
    for (const person of people) expect((await taskLines(person))[2]).toBe('#3 Pending Renamed')
  },
)

test('the token is in no response, export or archive, and a program can read the list but not change it', async () => {
  const app = await issueApp('sqlite')
  const ana = app.as('ana')
  const forge = await forgeOf('github')
  forge.put(7)
  forge.readers.add('ghp_very-secret')
  const source = await connectIssues(ana, forge, { token: ' ghp_very-secret ' })
  await app.sync()
  const { token } = await makeToken(ana, { name: 'reader', scope: 'export' })
  const reader = withToken(app, token)
  const texts = [
    await ana.get('/issue-sources'),
    await ana.post(`${source.path}/sync`),
    await ana.post(`${source.path}/pause`),
    await ana.put(source.path, { token: 'ghp_very-secret' }),
    await reader.get('/issue-sources'),
    await ana.get('/auth/export'),
  ]
  expect(texts.map(({ status }) => status)).toEqual(Array(6).fill(200))
  for (const { text } of texts) expect(text).not.toContain('very-secret')
  expect((await ana.get('/auth/export')).body.issueSources).toMatchObject([{ repository: 'acme/app', openCount: 1 }])
  const { token: writing } = await makeToken(ana, { name: 'writer', scope: 'write' })
  const writer = withToken(app, writing)
  await ana.post(`${source.path}/resume`)
  expect((await writer.post(`${source.path}/sync`)).body.message).toBe('Reading the issues.')
  expect((await reader.post(`${source.path}/sync`)).status).toBe(403)
  for (const refused of [
    await writer.post('/issue-sources', {}),
    await writer.put(source.path, { writes: true }),
    await writer.post(`${source.path}/pause`),
    await writer.delete(source.path),
  ])
    expect(refused.status).toBe(403)
})

test.for(engines)('%s: a repository is connected once, ten at most, and input is refused in words', async (engine) => {
  const app = await issueApp(engine)
  const ana = app.as('ana')
  const put = (change: object) => ana.post('/issue-sources', { ...issueSource, ...change })
  const refused = async (change: object) => (await put(change)).body.message
  expect(await refused({ label: undefined })).toBe('Enter the label of the issues.')
  expect(await refused({ token: 'with space' })).toContain('token must be a token of a forge')
  expect(await refused({ token: 'line\nbreak' })).toContain('token must be a token of a forge')
  expect(await refused({ account: 'a b' })).toContain('account must be a user name')
  expect(await refused({ label: '\u202e' })).toContain('label must have 1 to 100 characters')
  for (let count = 1; count <= 10; count++)
    expect((await put({ address: `git.example/acme/app${count}` })).status).toBe(201)
  expect(await refused({ address: 'https://git.example/ACME/app1.git' })).toBe(
    'ACME/app1 is connected already. Change it instead.',
  )
  expect(await refused({})).toBe('You have connected 10 repositories, which is the maximum.')
  expect((await ana.get('/issue-sources')).body.sources).toHaveLength(10)
  const [{ id }] = (await ana.get('/issue-sources')).body.sources
  expect((await ana.put(`/issue-sources/${id}`, { choice: 'assigned', account: 'ana' })).body.source).toMatchObject({
    ...{ choice: 'assigned', label: null, account: 'ana' },
  })
  expect((await ana.put(`/issue-sources/${id}`, { choice: 'label' })).status).toBe(400)
})

test.for(engines)('%s: other issues are chosen: the tasks of the former ones stay, with a note', async (engine) => {
  const app = await issueApp(engine)
  const ana = app.as('ana')
  const forge = await forgeOf('github')
  forge.put(7)
  forge.put(8, { assignees: [], labels: ['ops'] })
  const source = await connectIssues(ana, forge)
  await app.sync()
  expect(await taskLines(ana)).toEqual(['#1 Pending Issue 7'])
  await ana.put(source.path, { choice: 'label', label: 'ops' })
  await app.sync()
  expect(await taskLines(ana)).toEqual(['#1 Pending Issue 7', '#2 Pending Issue 8'])
  expect((await ana.get('/tasks/task/1/notes')).body.notes[0].text).toContain(
    'app#7 at GitHub no longer has the label ops.',
  )
  expect(await source.state()).toMatchObject({ openCount: 1, leftCount: 1 })
})

test('a token that may not say whose it is needs a user name, and an import of the same issue is the same task', async () => {
  const app = await issueApp('sqlite')
  const ana = app.as('ana')
  const forge = await forgeOf('gitea')
  forge.put(7, { title: 'There' })
  const page = `${forge.url}/acme/app/issues/7`
  const imported = readSource('gitea', '', {
    ...{ problems: [], remarks: [] },
    tasks: [{ line: 1, id: page, isIdGlobal: true, title: 'Imported' }],
  }).tasks[0]?.task
  const lines = JSON.stringify(imported)
  await ana.send('POST', '/tasks/import', lines, { headers: { 'content-type': importType } })
  forge.instead = ({ path }, response) => {
    if (!path.endsWith('/user')) return false
    response.writeHead(403).end()
    return true
  }
  const source = await connectIssues(ana, forge)
  await app.sync()
  expect((await source.state()).problem).toContain('does not tell this token whose it is. Enter your user name there')
  await ana.put(source.path, { account: 'ana' })
  await app.sync()
  expect(await source.state()).toMatchObject({ problem: null, openCount: 1 })
  expect(await taskLines(ana)).toEqual(['#1 Pending Imported'])
  forge.put(7, { title: 'Renamed there', labels: ['bug'] })
  app.moveClock(syncEveryMs)
  await app.sync()
  expect((await ana.get('/tasks/task/1')).body).toMatchObject({ title: 'Imported', labels: ['bug'] })
})

test.for(engines)(
  '%s: an answer counts no more if the user has changed or paused the repository meanwhile',
  async (engine) => {
    const app = await issueApp(engine)
    const ana = app.as('ana')
    const forge = await forgeOf('github')
    forge.put(7)
    const source = await connectIssues(ana, forge, { account: 'ana' })
    const meanwhile = (work: () => Promise<unknown>) => {
      forge.instead = async () => {
        forge.instead = () => false
        await work()
        return false
      }
    }
    meanwhile(() => ana.put(source.path, { choice: 'label', label: 'ops' }))
    await app.sync()
    expect(await taskLines(ana)).toEqual([])
    await app.sync()
    forge.put(7, { labels: ['ops'] })
    app.moveClock(syncEveryMs)
    meanwhile(() => ana.post(`${source.path}/pause`))
    await app.sync()
    expect(await taskLines(ana)).toEqual([])
    await ana.post(`${source.path}/resume`)
    forge.instead = async (_request, response) => {
      await ana.post(`${source.path}/pause`)
      response.writeHead(500).end()
      return true
    }
    await app.sync()
    expect(await source.state()).toMatchObject({ problem: null, pausedWhy: null })
    forge.instead = () => false
    await ana.post(`${source.path}/resume`)
    await app.sync()
    expect(await taskLines(ana)).toHaveLength(1)
  },
)

test.for(engines)(
  '%s: an answer from before the last known change is ignored, and limits are said in words',
  async (engine) => {
    const app = await issueApp(engine, undefined, { maxTasks: 1 })
    const ana = app.as('ana')
    const forge = await forgeOf('github')
    forge.put(7, { title: 'New' })
    const source = await connectIssues(ana, forge)
    await app.sync()
    forge.put(7, { title: 'Old', isOpen: true, changedAt: '2026-11-01T00:00:00Z' })
    app.moveClock(syncEveryMs)
    await app.sync()
    expect(await taskLines(ana)).toEqual(['#1 Pending New'])
    forge.put(8)
    app.moveClock(syncEveryMs)
    await app.sync()
    expect((await source.state()).problem).toContain('You would exceed the limit of 1 tasks')
    expect(await taskLines(ana)).toEqual(['#1 Pending New'])
  },
)
