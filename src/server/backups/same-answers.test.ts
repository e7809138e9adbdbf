import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Browser, browser } from '../../../test/browser.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { connectForge } from '../../../test/forges.ts'
import { withKey } from '../../../test/keys.ts'
import { openStream } from '../../../test/live.ts'
import { credentials, type Person } from '../../../test/people.ts'
import { answerTo, askOwner, waitFor, withdraw } from '../../../test/questions.ts'
import { backedUp, backupIn, restoredApp } from '../../../test/restored.ts'
import { addTask } from '../../../test/tasks.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import { anyThing, fillings, nameOf, twoUsers } from '../../../test/two-users.ts'
import { cookieOf, type UploadApp } from '../../../test/uploads.ts'
import { api, apiCalls } from '../../contract/calls/api.ts'
import { pathOf } from '../../contract/client.ts'
import { importType } from '../../contract/imports.ts'
import { inviteRules } from '../accounts/invites.ts'
import { tableNames } from '../database/schema.ts'
import { readManifest } from './manifest.ts'

/** Two users with something of every kind, and at least one row in every table that a backup has. */
async function world(engine: Engine) {
  let now = Date.parse('2026-11-16T12:00:00Z')
  let isStopped = false
  // No two things are made at the same time. While the answers are compared, the time stands still.
  const dependencies = { clock: () => (isStopped ? now : ++now) }
  const app = await twoUsers(engine, { dependencies })
  const { ana, database, things } = app
  const { _id: user_id } = await ana.user()
  await addTask(ana, {
    title: 'Ünïcode \u2028 and "quotes" \\ 🎉',
    labels: ['auth'],
    repeat: { rule: 'FREQ=DAILY', from: 'due' },
    reminders: ['2026-11-20T15:00'],
  })
  await ana.put('/labels/colours', { label: 'auth', colour: 'teal' })
  const imported = Buffer.from(JSON.stringify({ _id: randomUUID(), title: 'From another program' }))
  const headers = { 'content-type': importType }
  await ana.send('POST', '/tasks/import?fromSource=true', imported, { headers })
  await withKey(ana, 'the-key').post('/tasks/createTask', { title: 'Once' })
  const { token } = await makeToken(ana, { name: 'agent' })
  const agent = withToken(app, token)
  for (const text of ['Answered?', 'Read?', 'Withdrawn?', 'Open?'])
    await askOwner(agent, things.ana.linked, text, ['yes', 'no'])
  for (const number of [1, 2]) await answerTo(ana, things.ana.linked, number, 'yes')
  await waitFor(agent, things.ana.linked, 2)
  await withdraw(agent, things.ana.linked, 3)
  const forge = await connectForge(app.app, ana, 'github')
  await forge.push({ messages: [`Fix it, closes #${things.ana.number}`] })
  await app.visitor().post('/auth/login', { email: 'ana@example.com', password: 'wrong password' })
  const device = await app.visitor().post('/auth/device/code', { client_id: 'taskdeck', scope: 'read' })
  await inviteRules({ database, clock: dependencies.clock }).create({ email: undefined, days: 7 })
  const identity = { issuer: 'https://accounts.google.com', subject: '1', email: 'ana@example.com', linked_at: now }
  await database.db
    .insertInto('identities')
    .values({ user_id, ...identity })
    .execute()
  await database.db.insertInto('first_account').values({ place: 1, user_id }).execute()
  const act = { id: 'act', at: now, kind: 'account enabled', user_id, logged_at: null }
  await database.db.insertInto('operator_events').values(act).execute()
  await database.db
    .insertInto('clock')
    .values({ id: 1, trusted_at: now, doubted_since: null, doubted_at: null, version: 1 })
    .execute()
  const link = { token_hash: 'hash', user_id, purpose: 'unsubscribe', email: 'ana@example.com' } as const
  await database.db
    .insertInto('mail_links')
    .values({ ...link, created_at: now, expires_at: now + 1 })
    .execute()
  await database.db.insertInto('known_devices').values({ user_id, device_hash: 'hash', seen_at: now }).execute()
  // Of the other user, because the first one signs in again without a code.
  const other = { user_id: (await app.bo.user())._id }
  const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  await database.db
    .insertInto('one_time_codes')
    .values({ ...other, secret, confirmed_at: now, last_step: 0, recovery_made_at: now })
    .execute()
  await database.db
    .insertInto('recovery_codes')
    .values({ ...other, code_hash: 'hash', used_at: null })
    .execute()
  await database.db
    .insertInto('trusted_devices')
    .values({ ...other, token_hash: 'hash', created_at: now })
    .execute()
  const passkey = { ...other, id: 'key', host: 'localhost', name: 'Laptop', public_key: 'key', transports: '["usb"]' }
  await database.db
    .insertInto('passkeys')
    .values({ ...passkey, counter: 7, is_synced: 0, created_at: now, used_at: now, copied_at: null })
    .execute()
  await database.db
    .insertInto('passkey_challenges')
    .values({ challenge_hash: 'hash', purpose: 'add', holder_hash: 'hash', created_at: now })
    .execute()
  await database.db
    .insertInto('restrictions')
    .values({ user_id: other.user_id, disabled_at: null, max_file_bytes: 2_000_000 })
    .execute()
  const program = { ...other, client_id: 'tdc_x', token_id: randomUUID() }
  await database.db
    .insertInto('oauth_codes')
    .values({
      ...program,
      ...{ code_hash: 'hash', name: 'Agent', redirect_uri: 'http://localhost/', challenge: 'challenge', scope: 'read' },
      ...{ created_at: now, expires_at: now + 1 },
    })
    .execute()
  await database.db
    .insertInto('oauth_grants')
    .values({ ...program, family_hash: 'hash', secret_hash: 'hash', renewed_at: now, ends_at: now + 1 })
    .execute()
  const todo = { user_id, task_id: things.ana.task, name: 'todo.ics', uid: 'uid', kept: 'X-OWN:1', revision: 1 }
  await database.db.insertInto('caldav_todos').values(todo).execute()
  await ana.put('/caldav/views', { views: [things.ana.view] })
  const ofProvider = { issuer: 'https://id.example', subject: '1', sid: 'sid', id_token: 'token' }
  const started = { ...other, token_hash: 'hash', way: 'password', created_at: now, ...ofProvider } as const
  await database.db.insertInto('started_sign_ins').values(started).execute()
  const issue = {
    user_id,
    source_id: things.ana.source,
    number: 7,
    task_id: things.ana.task,
    is_open: 1,
    changed_at: now,
  }
  const last_values = JSON.stringify({ title: 'Of ana', description: '', labels: [], dueDate: null })
  await database.db
    .insertInto('source_issues')
    .values({ ...issue, last_values, left_at: null, send_at: null, attempts: 0, problem: null })
    .execute()
  isStopped = true
  return { ...app, dependencies, token, code: device.body.user_code as string }
}

type World = Awaited<ReturnType<typeof world>>

/** The responses to every call that reads, of both users and of a visitor, by each name of everything that a path can name. */
async function everyAnswer(app: UploadApp, { things, ana, bo, token, code }: World) {
  const answers: Record<string, unknown> = {}
  const ask = async (caller: string, from: Browser, path: string) => {
    const { status, headers, text } = await from.get(path)
    const { etag, 'content-type': type, 'content-disposition': disposition } = headers
    // A restored database has an epoch of its own, which is also part of the hash in the ETag of an archive.
    // Asking for the export is an event of its own.
    const content = text.replace(/\{"id":"[^"]*","kind":"data exported"[^}]*\},?/g, '')
    answers[`${caller} ${path}`] = {
      status,
      etag: etag?.replace(/~[\w-]+|(?<=\d)\.[\w-]{43}/, ''),
      type,
      disposition,
      text: content,
    }
  }
  for (const [name, person, mine] of [
    ['ana', ana, things.ana],
    ['bo', bo, things.bo],
  ] as const) {
    const own = browser(app.app)
    for (const [cookie, value] of person.cookies) own.cookies.set(cookie, value)
    for (const call of apiCalls.filter(({ method }) => method === 'GET')) {
      // The health is of the server and its database, of which the test has a busy one.
      if (call === api.live.events || call.path.startsWith('/health/')) continue
      for (const params of fillings(call, [mine], anyThing)) await ask(name, own, pathOf(call.path, params))
    }
    answers[`${name} stream`] = await streamOf(app, person)
  }
  const agent = withToken(app, token)
  for (const call of apiCalls) if (nameOf(call) === 'GET /mcp') await ask('agent', agent, call.path)
  await ask('agent', agent, '/auth/whoami')
  await ask('device', ana, `/auth/device?code=${code}`)
  return answers
}

/** The whole log of a user, as a new stream sends it. */
async function streamOf({ origin, database }: Pick<UploadApp, 'origin' | 'database'>, person: Person) {
  const { _id: owner } = await person.user()
  const deck = await database.db.selectFrom('decks').selectAll().where('user_id', '=', owner).executeTakeFirstOrThrow()
  const stream = await openStream(origin, { cookie: await cookieOf(person) }, { after: 0 })
  return (await stream.take(deck.last_seq)).map(({ epoch: _, ...event }) => event)
}

test.for(engines)('%s: a restored backup answers every call that reads as before, on either engine', async (engine) => {
  const before = await world(engine)
  const folder = await backedUp(before)
  const { tables } = await readManifest(backupIn(folder))
  expect(Object.entries(tables).filter(([, count]) => count === 0)).toEqual([])
  expect(tableNames.filter((name) => !(name in tables))).toEqual([
    'uploads',
    'jobs',
    'heartbeats',
    'epochs',
    'schema_support',
  ])
  const expected = await everyAnswer(before, before)
  expect(Object.keys(expected).length).toBeGreaterThan(60)
  for (const other of engines) {
    const after = await restoredApp(folder, other, { dependencies: before.dependencies })
    expect(await everyAnswer(after, before)).toEqual(expected)
    await writesWork(after, before)
  }
})

/** Users can sign in, repeat a call, undo, upload and download as before. */
async function writesWork(after: UploadApp, { ana, things }: World) {
  const own = browser(after.app)
  expect((await own.post('/auth/login', credentials('ana'))).status).toBe(200)
  const again = await withKey(own, 'the-key').post('/tasks/createTask', { title: 'Once' })
  expect(again.text).toBe((await withKey(ana, 'the-key').post('/tasks/createTask', { title: 'Once' })).text)
  expect((await own.post('/tasks/undo')).text).toContain('Undone: #1 is as it was (made via GitHub push).')
  const note = `/tasks/task/${things.ana.task}/notes/${things.ana.noteNumber}`
  expect((await own.put(note, { text: 'Edited' })).body).toMatchObject({ note: { text: 'Edited', version: 2 } })
  expect((await own.post('/tasks/undo')).text).toContain('is as it was')
  const person = { user: ana.user, cookies: own.cookies }
  expect(await after.upload(person, things.ana.task, 'new bytes')).toMatchObject({ size: 9 })
}
