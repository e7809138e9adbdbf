import { createHash, randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { archiveOf, cookiesOf, fullDeck } from '../../../test/archives.ts'
import { engines } from '../../../test/database.ts'
import { addTask } from '../../../test/tasks.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import { uploadApp } from '../../../test/uploads.ts'

test.for(engines)('%s: an archive contains everything of its owner and nothing of others', async (engine) => {
  const { app, ana, release, part, gone } = await fullDeck(engine)
  const { files, of, text, records } = await archiveOf(app, ana)
  expect([...files.keys()].filter((path) => !path.startsWith('files/'))).toEqual([
    ...['tasks.jsonl', 'tasks.csv', 'tasks.md', 'index.html', 'files.sha256', 'README.md'],
  ])
  // Systems that ignore the case of letters would replace one of both by the other.
  expect([...files.keys()].join()).toMatch(/,files\/1\/proof\.txt,files\/1\/proof \(2\)\.txt,/i)
  expect(records[0]).toMatchObject({ record: 'archive', format: 'taskdeck', version: 1 })
  expect(of('settings')).toEqual([{ record: 'settings', preferences: expect.objectContaining({ theme: 'dark' }) }])
  expect(of('view')).toMatchObject([{ name: 'Overdue', address: '/list?due=overdue' }])
  expect(of('label')).toEqual([{ record: 'label', label: 'docs', colour: 'teal' }])
  const current = async (id: string) => (await ana.get(`/tasks/task/${id}`)).body
  const { files: _, ...wholeRelease } = (await current(release._id)).task ?? (await current(release._id))
  expect(of('task').map(({ _id }) => _id)).toEqual([part._id, release._id, gone._id])
  expect(of('task')[1]).toEqual({ record: 'task', ...wholeRelease })
  expect(of('task')[2]).toMatchObject({ title: 'Given up', trashedAt: expect.any(String) })
  expect(of('note')).toMatchObject([{ text: 'Asked Bo', task: part._id }])
  expect(of('receipt')).toMatchObject([{ summary: 'Looked at it', task: part._id }])
  expect(of('event').map(({ seq }) => seq)).toEqual(of('event').map((_one, index) => index + 1))
  for (const { path, sha256, size } of of('file')) {
    const bytes = files.get(path) ?? Buffer.of()
    expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([size, sha256])
    expect(text('files.sha256')).toContain(`${sha256}  ${path}\n`)
  }
  for (const [path, bytes] of files) expect([path, bytes.includes('Of somebody else')]).toEqual([path, false])
})

test.for(engines)('%s: no text of a task is a formula in the sheet or a script in the page', async (engine) => {
  const { app, ana } = await fullDeck(engine)
  const { text } = await archiveOf(app, ana)
  expect(text('tasks.csv').split('\r\n')[2]).toMatch(
    /^1,"'=cmd\(\) ""Release"", <\/script><script>top\.pwned = 1<\/script>",Pending,/,
  )
  expect(text('tasks.csv').split('\r\n')[1]).toMatch(/^2,Notes,.*,#1,/)
  const page = text('index.html')
  // The blocks of data and the script itself; the texts of tasks begin and end no element.
  const [, ...scripts] = page.split('<script')
  expect(scripts.map((script) => script.slice(0, 24)).filter((script) => !script.includes('json'))).toHaveLength(1)
  expect(page.match(/<\/script>/g)).toHaveLength(scripts.length)
  expect(page).not.toContain('<!--')
  expect(page).toMatch(/default-src 'none'; .*script-src 'sha256-[^']+'; style-src 'sha256-[^']+'"/)
  expect(text('tasks.md')).toContain('> Second <!-- <script> line')
})

test.for(engines)('%s: an archive needs a session or a token that may export', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  await addTask(ana)
  for (const [scope, status] of [
    ['read', 403],
    ['write', 403],
    ['export', 200],
  ] as const) {
    const { token } = await makeToken(ana, { name: scope, scope })
    const program = withToken(app, token)
    expect([scope, (await program.get('/archive/size')).status]).toEqual([scope, status])
    expect([scope, (await program.get('/archive')).status]).toEqual([scope, status])
    expect([scope, (await program.get('/auth/whoami')).body.scope]).toEqual([scope, scope])
  }
  const { token } = await makeToken(ana, { name: 'second', scope: 'export' })
  expect((await withToken(app, token).post('/tasks/createTask', { title: 'no' })).status).toBe(403)
  const elsewhere = await app.app.inject({
    url: '/archive',
    headers: { cookie: cookiesOf(ana), 'sec-fetch-site': 'cross-site' },
  })
  expect(elsewhere.statusCode).toBe(403)
})

test('the size of an archive is known before it is made', async () => {
  const { ana } = await fullDeck('sqlite')
  const { body } = await ana.get('/archive/size')
  expect(body).toEqual({ taskCount: 3, fileCount: 2, fileBytes: 6, bytes: expect.any(Number) })
  expect(body.bytes).toBeGreaterThan(6)
})

test('a file whose bytes are missing is named in the README, and the rest is there', async () => {
  const { app, ana, folder } = await fullDeck('sqlite')
  const stored = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const owner = (await ana.user())._id
  for (const entry of stored) if (entry.parentPath.includes(owner)) await rm(join(entry.parentPath, entry.name))
  const { text, of } = await archiveOf(app, ana)
  expect(of('task')).toHaveLength(3)
  expect(text('README.md')).toMatch(/- files\/1\/proof( \(2\))?\.txt: its bytes are missing/i)
})

test('a client that leaves frees the place of its archive, and a second one at the same time is refused', async () => {
  const { app, origin, as } = await uploadApp({ isOwn: true })
  const ana = as('ana')
  // Random texts, which do not become smaller by compression: more than fits into the buffers of a connection.
  const tasks = Array.from({ length: 100 }, () => ({
    title: 'Task',
    description: randomBytes(7_000).toString('base64').slice(0, 9_000),
  }))
  for (let bulk = 0; bulk < 2; bulk++) await ana.post('/tasks/bulkCreateTasks', { tasks })
  const leaving = new AbortController()
  const running = await fetch(`${origin}/archive`, { headers: { cookie: cookiesOf(ana) }, signal: leaving.signal })
  expect(running.status).toBe(200)
  const refused = await ana.get('/archive')
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
  expect((await as('bo').get('/archive')).status).toBe(200)
  leaving.abort()
  await expect.poll(async () => (await ana.get('/archive')).status, { timeout: 20_000 }).toBe(200)
  expect((await archiveOf(app, ana)).of('task')).toHaveLength(200)
})
