import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { type Engine, engines } from '../../../test/database.ts'
import { googleApp, throughGoogle } from '../../../test/google.ts'
import { credentials, type Person } from '../../../test/people.ts'
import { everyRow } from '../../../test/rows.ts'
import { makeToken } from '../../../test/tokens.ts'

const picture = Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1').toString('base64')

const view = { name: 'Overdue', address: '/list?due=overdue' }
const newTask = { title: 'write', description: 'a page', dueDate: '2026-11-15', labels: ['book'] }
const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
const upload = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\ndone\r\n--x--\r\n'

/** Ana and Bo, each with a row in every table that holds data of a user. */
async function fullApp(engine: Engine) {
  const app = await googleApp({ engine })
  const settle = async (person: Person, sub: string) => {
    const { email, _id } = await person.user()
    app.google.account = { sub, email: `google-${email}`, email_verified: true }
    await throughGoogle(person, { purpose: 'link' })
    await person.put('/auth/picture', { base64: picture })
    await person.put('/labels/colours', { label: 'book', colour: 'teal' })
    await person.post('/views', { ...view, pinned: true })
    const { token } = await makeToken(person)
    const { task } = (await person.post('/tasks/createTask', newTask)).body
    await person.send('POST', `/tasks/task/${task._id}/upload`, upload, { headers: multipart })
    const trashed = (await person.post('/tasks/createTask', { ...newTask, title: 'given up' })).body.task
    await person.delete(`/tasks/deleteTask/${trashed._id}`)
    return { id: _id, phone: await person.elsewhere(), rows: () => rowsOf(_id), task, trashed, token }
  }
  const rowsOf = async (id: string) => (await everyRow(app.database)).filter((row) => row.includes(id))
  const [ana, bo] = [app.as('ana'), app.as('bo')]
  return { ...app, ana: { ...ana, ...(await settle(ana, 'a')) }, bo: { ...bo, ...(await settle(bo, 'b')) } }
}

const tablesOf = (rows: string[]) => [...new Set(rows.map((row) => row.split(' ')[0]))].sort()
const ownedTables = [
  'decks',
  'events',
  'files',
  'identities',
  'label_colours',
  'labels',
  'pictures',
  'saved_views',
  'sessions',
  'tasks',
  'tokens',
  'users',
]

test.for(engines)('%s: the export contains all stored data of the user, and no secret', async (engine) => {
  const { ana, bo, database } = await fullApp(engine)
  await ana.put('/auth/preferences', { theme: 'dark' })
  const { status, headers, body, text } = await ana.get('/auth/export')
  expect(status).toBe(200)
  expect(headers['content-disposition']).toBe('attachment; filename="taskdeck-export.json"')
  expect(headers['cache-control']).toBe('no-store')
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const session = { id: expect.any(String), device: 'Unknown device', createdAt: time, seenAt: time }
  const user = (await ana.get('/auth/verify')).body.user
  expect(body).toEqual({
    user: { ...user, createdAt: time },
    preferences: expect.objectContaining({ theme: 'dark', sort: 'desc' }),
    google: { email: 'google-ana@example.com', linkedAt: time },
    identities: [{ issuer: expect.any(String), email: 'google-ana@example.com', linkedAt: time }],
    picture: { type: 'image/png', base64: picture },
    sessions: expect.arrayContaining([
      { ...session, current: true },
      { ...session, current: false },
    ]),
    tokens: [expect.objectContaining({ name: 'laptop-cli', scope: 'write', createdAt: time })],
    labelColours: [{ label: 'book', colour: 'teal' }],
    savedViews: [{ ...view, id: expect.any(String), pinned: true }],
    tasks: [{ ...ana.task, fileCount: 1 }],
    files: [expect.objectContaining({ name: 'a.txt', size: 4, task: ana.task._id })],
    // Filled in webhooks/refused-deliveries.test.ts and in notes/notes.test.ts.
    calendars: [],
    shares: [],
    webhooks: [],
    ways: [],
    outgoingWebhooks: [],
    meetingCalendars: [],
    issueSources: [],
    gitReferences: [],
    notes: [],
    receipts: [],
    securityEvents: expect.arrayContaining([
      expect.objectContaining({ kind: 'signed in with a password', mark: 'new browser', firstAt: time, at: time }),
      expect.objectContaining({ kind: 'token made', about: 'laptop-cli' }),
    ]),
    trash: { tasks: [{ ...ana.trashed, version: 2, updatedAt: time, trashedAt: time }], files: [] },
    history: [
      expect.objectContaining({ seq: 1, kind: 'created', task: ana.task._id, before: null, after: ana.task }),
      expect.objectContaining({
        seq: 2,
        kind: 'attached',
        task: ana.task._id,
        after: { file: expect.any(Object), fileCount: 1 },
      }),
      expect.objectContaining({ seq: 3, kind: 'created', task: ana.trashed._id, after: ana.trashed }),
      expect.objectContaining({ seq: 4, kind: 'trashed', before: { trashedAt: null }, after: { trashedAt: time } }),
    ],
  })
  const secrets = await database.db
    .selectFrom('sessions')
    .select('token_hash')
    .unionAll(database.db.selectFrom('tokens').select('token_hash'))
    .execute()
  const hashes = await database.db.selectFrom('users').select('password_hash').execute()
  const tokens = [...ana.cookies.values(), ...ana.phone.cookies.values(), ana.token]
  expect([secrets.length, hashes.length, tokens.length]).toEqual([6, 2, 5])
  for (const secret of [...secrets, ...hashes].flatMap((row) => Object.values(row)).concat(tokens)) {
    expect(text).not.toContain(secret)
  }
  expect(text).not.toContain('argon2')
  expect(text).not.toContain(bo.id)
})

test.for(engines)('%s: an account is not deleted without the right password', async (engine) => {
  const { ana } = await fullApp(engine)
  const before = await ana.rows()
  const refused = [
    [{ password: 'a guess' }, 403, 'The current password is wrong.'],
    [{ password: credentials('bo').password }, 403, 'The current password is wrong.'],
    [{ password: '' }, 400, 'Please enter your current password.'],
    [{}, 400, 'Please enter your current password.'],
    [{ password: credentials('ana').password, confirm: true }, 400, 'confirm is not a known field.'],
  ] as const
  for (const [body, status, message] of refused) {
    const answer = await ana.post('/auth/delete', body)
    expect([answer.status, answer.body.message]).toEqual([status, message])
    expect(answer.setCookies).toEqual([])
  }
  // The wrong passwords are recorded.
  const others = (rows: string[]) => rows.filter((row) => !row.startsWith('security_events '))
  expect(others(await ana.rows())).toEqual(others(before))
  expect((await ana.get('/auth/verify')).status).toBe(200)
})

test.for(engines)('%s: a deleted account leaves only its id, and other accounts are unchanged', async (engine) => {
  const { ana, bo, database, visitor, config } = await fullApp(engine)
  const filesOf = async (id: string) =>
    (await readdir(config.dataDir, { recursive: true })).filter((name) => name.includes(id))
  expect(await filesOf(ana.id)).toHaveLength(2)
  const others = await bo.rows()
  expect(tablesOf(await ana.rows())).toEqual(expect.arrayContaining(ownedTables))
  expect(tablesOf(others)).toEqual(expect.arrayContaining(ownedTables))

  const gone = await ana.post('/auth/delete', { password: credentials('ana').password })
  expect([gone.status, gone.body]).toEqual([200, { message: 'Your account and everything in it is deleted.' }])
  expect(gone.setCookies).toEqual([expect.stringMatching(/^taskdeck_session=; Max-Age=0;/)])

  // Only the id stays until all requests that began before the deletion have ended.
  expect(tablesOf(await ana.rows())).toEqual(['decks', 'users'])
  expect(await filesOf(ana.id)).toEqual([])
  expect(await filesOf(bo.id)).toHaveLength(2)
  expect((await everyRow(database)).filter((row) => row.includes('ana@example.com'))).toEqual([])
  expect(await bo.rows()).toEqual(others)
  expect((await ana.phone.get('/auth/verify')).status).toBe(401)
  expect((await bo.get('/auth/verify')).status).toBe(200)
  expect((await visitor().post('/auth/login', credentials('ana'))).status).toBe(401)
  expect((await visitor().post('/auth/signup', { username: 'ana', ...credentials('ana') })).status).toBe(201)
})

test('the token of a deleted account is invalid at once', async () => {
  const { ana, visitor } = await fullApp('sqlite')
  const thief = visitor()
  for (const [name, value] of ana.cookies) thief.cookies.set(name, value)
  await ana.post('/auth/delete', { password: credentials('ana').password })
  expect((await thief.get('/auth/verify')).status).toBe(401)
  expect((await thief.put('/auth/profile', { username: 'back' })).status).toBe(401)
})
