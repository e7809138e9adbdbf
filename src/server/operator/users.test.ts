import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines, freshFolder, migratedDatabase } from '../../../test/database.ts'
import { connectForge } from '../../../test/forges.ts'
import { liveApp } from '../../../test/live.ts'
import { printedBy } from '../../../test/operator.ts'
import { credentials } from '../../../test/people.ts'
import { readerOf, shareIt } from '../../../test/shares.ts'
import { addTask } from '../../../test/tasks.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import { endOfForm, filePart, uploadApp } from '../../../test/uploads.ts'
import { wireRules } from '../wiring.ts'
import { users } from './users.ts'

const disabledMessage = 'This account is disabled. Ask the person who runs this server to enable it.'

test.for(engines)('%s: a disabled account has no way in on any node, until it is enabled', async (engine) => {
  const config = { databaseUrl: await migratedDatabase(engine), dataDir: await freshFolder() }
  const [one, other] = [await liveApp({ engine, config }), await liveApp({ engine, config })]
  const env = { DATABASE_URL: config.databaseUrl, DATA_DIR: config.dataDir }
  const ana = one.as('ana')
  const { _id: owner } = await ana.user()
  const task = await addTask(ana)
  const { token } = await makeToken(ana)
  const forge = await connectForge(other.app, ana, 'github')
  const { path } = (await ana.post('/calendars', { name: 'Mine', kind: 'events' })).body
  const { secret } = await shareIt(ana, { task: task._id })
  let pushes = 0
  const works = async () => ({
    signIn: (await other.visitor().post('/auth/login', credentials('ana'))).status,
    session: (await ana.get('/auth/verify')).status,
    token: (await withToken(other, token).get('/tasks/getTasks')).status,
    calendar: (await other.visitor().get(path)).status,
    link: (await readerOf(other, secret).open()).status,
    webhook: (await forge.push({ messages: [`Push ${++pushes}: closes #${task.number}`] })).status,
  })
  expect(await works()).toEqual({ signIn: 200, session: 200, token: 200, calendar: 200, link: 200, webhook: 200 })

  const stream = await other.listen(ana)
  await stream.next()
  expect(await printedBy(users, env, 'disable', 'ANA@example.com')).toContain('is disabled. Every device is signed out')
  const began = performance.now()
  await stream.ended()
  expect(performance.now() - began).toBeLessThan(2_000)
  expect(await works()).toEqual({ signIn: 403, session: 401, token: 401, calendar: 404, link: 404, webhook: 401 })
  const refused = await one.visitor().post('/auth/login', credentials('ana'))
  expect(refused.body).toEqual({ code: 'account_disabled', message: disabledMessage })
  // A wrong password does not tell that the account is disabled.
  const wrong = await one.visitor().post('/auth/login', { ...credentials('ana'), password: 'a guess' })
  expect(wrong.status).toBe(401)

  // Nothing is sent for it either.
  const { queue } = wireRules({ ...other, log: { warn() {}, error() {} } as never })
  const delivered: string[] = []
  queue.register({
    kind: 'test',
    deliver: async (id) => {
      delivered.push(id)
      return 'sent'
    },
  })
  const due = { due_at: 1, next_at: 1, local_time: null, attempts: 0, last_error: null, state: 'waiting' } as const
  const row = { user_id: owner, id: 'd', kind: 'test', subject: 's', name: '', ...due }
  await other.database.db.insertInto('deliveries').values(row).execute()
  await queue.runDue()
  expect(delivered).toEqual([])

  expect(await printedBy(users, env, 'list')).toMatch(/^ana@example\.com +ana .* disabled \d{4}-\d\d-\d\d\n$/)
  await printedBy(users, env, 'enable', 'ana@example.com')
  // The sessions have ended for good.
  expect(await works()).toEqual({ signIn: 200, session: 401, token: 200, calendar: 200, link: 200, webhook: 200 })
})

test.for(engines)('%s: a limit for the files of one account replaces that of the server', async (engine) => {
  const app = await uploadApp({ engine, config: { maxUserBytes: 1_000_000 } })
  const env = { DATABASE_URL: app.config.databaseUrl, DATA_DIR: app.config.dataDir }
  const ana = app.as('ana')
  await addTask(ana)
  const add = async (bytes: number) => (await app.send(ana, '1', [filePart(Buffer.alloc(bytes)), endOfForm])).status
  expect(await add(1_500_000)).toBe(413)
  expect(await printedBy(users, env, 'quota', 'ana@example.com', '2')).toContain('a limit of 2.0 MB now')
  expect(await add(1_500_000)).toBe(201)
  expect(JSON.parse(await printedBy(users, env, 'list', '--json'))).toMatchObject({
    email: 'ana@example.com',
    fileBytes: 1_500_000,
    maxFileBytes: 2_000_000,
    disabledAt: null,
  })
  await printedBy(users, env, 'quota', 'ana@example.com', 'default')
  expect(await add(1)).toBe(413)
})

test.for(engines)('%s: deleting an account asks first, and leaves nothing of it', async (engine) => {
  const app = await testApp({ engine })
  const env = { DATABASE_URL: app.config.databaseUrl, DATA_DIR: app.config.dataDir }
  const [ana, bo] = [app.as('ana'), app.as('bo')]
  await Promise.all([addTask(ana), addTask(bo)])
  const asked = printedBy(users, env, 'delete', 'ana@example.com')
  await expect(asked).rejects.toThrow(
    'It cannot be undone. If you mean it: npm run users -- delete ana@example.com --yes',
  )
  expect((await ana.get('/auth/verify')).status).toBe(200)
  await printedBy(users, env, 'delete', 'ana@example.com', '--yes')
  expect((await ana.get('/auth/verify')).status).toBe(401)
  expect((await bo.get('/tasks/getTasks')).body.tasks).toHaveLength(1)
  const left = await app.database.db.selectFrom('tasks').select('user_id').execute()
  expect(left.map((row) => row.user_id)).toEqual([(await bo.user())._id])
  expect(await printedBy(users, env, 'list')).not.toContain('ana@example.com')
})

test('wrong arguments print the usage, and an unknown account is named', async () => {
  const env = { DATABASE_URL: await migratedDatabase('sqlite'), DATA_DIR: await freshFolder() }
  for (const args of [[], ['ban', 'a@b.c'], ['disable'], ['list', 'a@b.c'], ['quota', 'a@b.c'], ['enable', 'a', 'b']]) {
    await expect(printedBy(users, env, ...args)).rejects.toThrow('npm run users -- quota ana@example.org 500')
  }
  for (const command of ['disable', 'enable', 'delete']) {
    await expect(printedBy(users, env, command, 'bo@example.com')).rejects.toThrow('No account has the email')
  }
  await expect(printedBy(users, env, 'quota', 'a@b.c', '0')).rejects.toThrow('"0" is not a limit')
})
