import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Engine, engines } from '../../test/database.ts'
import { issueSource } from '../../test/issue-forges.ts'
import { answersIn, withKey } from '../../test/keys.ts'
import { meetingCalendar } from '../../test/meetings.ts'
import { outgoingHook } from '../../test/outgoing-hooks.ts'
import { credentials } from '../../test/people.ts'
import { freshSubscription } from '../../test/push-service.ts'
import { askOwner } from '../../test/questions.ts'
import { everyRow } from '../../test/rows.ts'
import { shareIt } from '../../test/shares.ts'
import { addTask, taskInput } from '../../test/tasks.ts'
import { makeToken, withToken } from '../../test/tokens.ts'
import { endOfForm, filePart, formType, uploadApp } from '../../test/uploads.ts'
import { apiCalls } from '../contract/calls/api.ts'
import { claimsHeader } from '../contract/claims.ts'
import type { Route } from '../contract/endpoint.ts'
import { keyHeader } from '../contract/idempotency-key.ts'
import { epochHeader } from '../contract/log-position.ts'
import { identityId } from './accounts/identities.ts'

const nameOf = ({ method, path }: Route) => `${method} ${path}`
const writes = apiCalls.filter(({ method }) => method !== 'GET')

/** The only writes without a key, and why a repetition of each is harmless. */
const withoutKey: Record<string, string> = {
  'POST /auth/login': 'has no owner before it succeeds, and a second session does no harm',
  'POST /auth/signup': 'has no owner before it succeeds, and a second account with the same email is refused',
  'POST /auth/forgotPassword': 'has no owner, and a second mail does no harm',
  'POST /auth/resetLink': 'changes nothing',
  'POST /auth/resetPassword': 'has used up its link',
  'PUT /auth/email': 'changes nothing before it is confirmed, and a second mail does no harm',
  'POST /auth/emailLink': 'changes nothing',
  'POST /auth/confirmEmail': 'has used up its link',
  'POST /auth/unsubscribe': 'has stopped the digest already',
  'POST /auth/login/code': 'has no owner before it succeeds, and a code works once',
  'POST /auth/login/passkey/options': 'has no owner, and another challenge does no harm',
  'POST /auth/login/passkey': 'has no owner before it succeeds, and a challenge works once',
  'POST /auth/passkeys/options': 'makes another challenge, which does no harm',
  'POST /auth/passkeys': 'has used up its challenge',
  'POST /auth/prove/passkey/options': 'makes another challenge, which does no harm',
  'POST /auth/prove/passkey': 'has used up its challenge',
  'POST /auth/second-factor':
    'has a secret in its response, which must not be stored, and a second secret replaces the first',
  'PUT /auth/second-factor':
    'has secrets in its response, which must not be stored, and is refused, because codes are on already',
  'POST /auth/second-factor/recovery-codes':
    'has secrets in its response, which must not be stored, and other new codes do no harm',
  'POST /auth/logout': 'signs out again',
  'POST /auth/openid/:provider/logout': 'ends the same sessions again',
  'POST /auth/prove': 'confirms again',
  'POST /calendars': 'has a secret in its response, which must not be stored, and a second calendar does no harm',
  'POST /calendars/:id/renew':
    'has a secret in its response, which must not be stored, and another new address does no harm',
  'POST /shares': 'has a secret in its response, which must not be stored, and a second link does no harm',
  'POST /shares/:id/renew':
    'has a secret in its response, which must not be stored, and another new address does no harm',
  'POST /ways/press': 'has no owner, and a task is completed or put off once',
  'POST /shared/visit': 'has no owner, and counts another visit',
  'PUT /shared/answer': 'has no owner, and the same answer changes nothing',
  'POST /hooks': 'has a secret in its response, which must not be stored, and a second webhook does no harm',
  'POST /outgoing-webhooks':
    'has a secret in its response, which must not be stored, and a second webhook does no harm',
  'POST /outgoing-webhooks/:id/test': 'sends another test',
  'POST /outgoing-webhooks/:id/deliveries/:delivery/send':
    'sends the same message with the same id, which its receiver knows',
  'POST /meetings/calendars/:id/read': 'reads the calendar again, which a person asks for',
  'POST /issue-sources/:id/sync': 'reads the same issues again, which changes nothing',
  'POST /hooks/git/:id': 'remembers the id and the body of each delivery itself',
  'POST /auth/tokens': 'is refused, because the name is taken',
  'POST /auth/revoke': 'finds nothing to revoke',
  'POST /auth/register': 'has no owner, and stores nothing',
  'POST /auth/authorize/approve':
    'has a secret in its response, which must not be stored, and a second code does no harm',
  'POST /auth/authorize/refuse': 'changes nothing but the security log',
  'POST /auth/token': 'gives a token only once',
  'POST /auth/device/code': 'has no owner, and a second code does no harm',
  'POST /auth/device/token': 'gives a token only once',
  'POST /auth/device/approve': 'has approved the device already',
  'POST /auth/device/refuse': 'is refused, because the code was used',
  'POST /ways/:id/test': 'sends another test message, which a person asks for',
  'POST /tasks/task/:id/notes/:note/wait': 'waits again, and reads the same answer',
  'POST /tasks/import': 'finds the same tasks by their ids, and changes nothing',
  'POST /tasks/import/watched': 'finds the same tasks by their ids, and changes nothing',
  'POST /archive/import': 'finds the same tasks by their ids, and changes nothing',
  'POST /archive/import/watched': 'finds the same tasks by their ids, and changes nothing',
  'POST /mcp': 'is a message, whose calls an agent can undo',
  'DELETE /mcp': 'is not supported',
  'PUT /auth/password': 'ends the session that would repeat it',
  'POST /auth/delete': 'ends the account that would repeat it',
}

test('every write takes an Idempotency-Key, or is a known exception', () => {
  expect(
    writes
      .filter(({ takesKey }) => !takesKey)
      .map(nameOf)
      .sort(),
  ).toEqual(Object.keys(withoutKey).sort())
  expect(apiCalls.filter(({ method, takesKey }) => method === 'GET' && takesKey)).toEqual([])
})

interface Request {
  path: string
  payload?: unknown
  headers?: Record<string, string>
}

/** Ana with something for every write to change, and a valid request for each. */
async function world(engine: Engine) {
  const app = await uploadApp({ engine })
  const ana = app.as('ana')
  const { _id: user_id } = await ana.user()
  const tasks = []
  for (const title of ['one', 'two', 'three', 'four', 'five', 'six']) tasks.push(await addTask(ana, { title }))
  const [task = '', removed = '', trashed = '', purged = '', bulk = '', linked = ''] = tasks.map(({ _id }) => _id)
  await ana.put(`/tasks/updateTask/${task}`, { related: [linked] })
  await ana.post('/tasks/claim', { task: linked })
  const fileIds = []
  for (const name of ['kept', 'detached', 'restored', 'erased']) {
    fileIds.push((await app.upload(ana, task, `bytes of ${name}`, `${name}.txt`))._id)
  }
  const [, detached, restored, erased] = fileIds
  for (const id of [restored, erased]) await ana.delete(`/tasks/task/${task}/files/${id}`)
  const { _id: note } = (await ana.post(`/tasks/task/${task}/notes`, { text: 'one' })).body.note
  const asker = await makeToken(ana, { name: 'asker' })
  for (const text of ['How?', 'Why?']) await askOwner(withToken(app, asker.token), linked, text)
  for (const id of [trashed, purged]) await ana.delete(`/tasks/deleteTask/${id}`)
  const png = Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1').toString('base64')
  await ana.put('/auth/picture', { base64: png })
  const views: string[] = []
  for (const name of ['one', 'two']) {
    views.push((await ana.post('/views', { name, address: '/list' })).body.view.id)
  }
  const calendar = (await ana.post('/calendars', { name: 'one', kind: 'events' })).body.calendar.id
  const { share } = await shareIt(ana, { view: views[0] ?? '' })
  const { share: other } = await shareIt(ana, { task })
  const newWay = { kind: 'ntfy', address: 'https://ntfy.example.com/ana' }
  const ways = [await ana.post('/ways', newWay), await ana.post('/ways', newWay)].map(({ body }) => body.way.id)
  const endpoint = 'https://push.example.com/ana'
  const outgoing = (await ana.post('/outgoing-webhooks', outgoingHook)).body.webhook.id
  const meetings = (await ana.post('/meetings/calendars', meetingCalendar)).body.calendar.id
  const source = (await ana.post('/issue-sources', issueSource)).body.source.id
  const hook = (await ana.post('/hooks', { name: 'one', forge: 'github' })).body.hook.id
  const token = await makeToken(ana)
  await ana.elsewhere()
  await ana.elsewhere()
  const sessions: { id: string; current: boolean }[] = (await ana.get('/auth/sessions')).body.sessions
  const identity = { issuer: 'https://accounts.google.com', subject: '1', email: 'ana@example.com', linked_at: 1 }
  const another = { ...identity, issuer: 'https://other.example' }
  await app.database.db
    .insertInto('identities')
    .values([
      { user_id, ...identity },
      { user_id, ...another },
    ])
    .execute()
  await app.database.db
    .insertInto('deliveries')
    .values({
      ...{ user_id, id: randomUUID(), kind: 'reminder', subject: task, name: 'due-0T09:00', due_at: 1 },
      ...{ local_time: '2026-11-20T09:00', state: 'ready', attempts: 1, next_at: null, last_error: null },
    })
    .execute()
  const passkey = { user_id, host: 'localhost', name: 'Laptop', public_key: 'x', transports: '[]', counter: 0 }
  const rest = { is_synced: 0, created_at: 1, used_at: null, copied_at: null }
  await app.database.db
    .insertInto('passkeys')
    .values(['one', 'two'].map((id) => ({ ...passkey, ...rest, id })))
    .execute()
  const requests: Record<string, Request> = {
    'PUT /auth/passkeys/:id': { path: '/auth/passkeys/one', payload: { name: 'Desk' } },
    'DELETE /auth/passkeys/:id': { path: '/auth/passkeys/two' },
    'DELETE /auth/google': { path: '/auth/google' },
    'DELETE /auth/identities/:id': { path: `/auth/identities/${identityId(another)}` },
    'DELETE /auth/second-factor': { path: '/auth/second-factor' },
    'DELETE /auth/second-factor/devices': { path: '/auth/second-factor/devices' },
    'PUT /auth/profile': { path: '/auth/profile', payload: { username: 'Ana B.' } },
    'PUT /auth/picture': { path: '/auth/picture', payload: { base64: png } },
    'DELETE /auth/picture': { path: '/auth/picture' },
    'PUT /auth/preferences': { path: '/auth/preferences', payload: { theme: 'dark' } },
    'DELETE /auth/sessions/:id': { path: `/auth/sessions/${sessions.find(({ current }) => !current)?.id}` },
    'DELETE /auth/sessions': { path: '/auth/sessions' },
    'POST /auth/not-me': { path: '/auth/not-me' },
    'PUT /auth/tokens/:id': { path: `/auth/tokens/${token.id}`, payload: { scope: 'read' } },
    'DELETE /auth/tokens/:id': { path: `/auth/tokens/${token.id}` },
    'POST /reminders/take': { path: '/reminders/take' },
    'POST /tasks/createTask': { path: '/tasks/createTask', payload: taskInput() },
    'POST /tasks/bulkCreateTasks': { path: '/tasks/bulkCreateTasks', payload: { tasks: [taskInput(), taskInput()] } },
    'POST /tasks/bulkUpdateTasks': {
      path: '/tasks/bulkUpdateTasks',
      payload: { ids: [task, bulk], change: { priority: 'High' } },
    },
    'POST /tasks/bulkDeleteTasks': { path: '/tasks/bulkDeleteTasks', payload: { ids: [bulk] } },
    'PUT /tasks/updateTask/:id': { path: `/tasks/updateTask/${task}`, payload: { title: 'Renamed' } },
    'DELETE /tasks/deleteTask/:id': { path: `/tasks/deleteTask/${removed}` },
    'POST /tasks/claim': { path: '/tasks/claim', payload: {} },
    'POST /tasks/renewClaim': { path: '/tasks/renewClaim', payload: { task: linked } },
    'POST /tasks/releaseClaims': { path: '/tasks/releaseClaims', payload: { ids: [task, linked] } },
    'POST /tasks/handOverClaims': { path: '/tasks/handOverClaims', payload: { ids: [task, linked] } },
    'POST /tasks/task/:id/links': { path: `/tasks/task/${task}/links`, payload: { kind: 'blocked by', to: linked } },
    'DELETE /tasks/task/:id/links/:kind/:to': { path: `/tasks/task/${task}/links/related/${linked}` },
    'POST /tasks/task/:id/upload': {
      path: `/tasks/task/${task}/upload`,
      payload: Buffer.concat([filePart(), endOfForm]),
      headers: { 'content-type': formType },
    },
    'DELETE /tasks/task/:id/files/:file': { path: `/tasks/task/${task}/files/${detached}` },
    'POST /tasks/task/:id/notes': { path: `/tasks/task/${task}/notes`, payload: { text: 'two' } },
    'POST /tasks/task/:id/receipts': {
      path: `/tasks/task/${task}/receipts`,
      payload: { kind: 'run', command: 'npm test', exitCode: 0 },
    },
    'PUT /tasks/task/:id/notes/:note': { path: `/tasks/task/${task}/notes/${note}`, payload: { text: 'three' } },
    'DELETE /tasks/task/:id/notes/:note': { path: `/tasks/task/${task}/notes/${note}` },
    'POST /tasks/task/:id/questions': {
      path: `/tasks/task/${linked}/questions`,
      payload: { text: 'When?' },
      headers: { authorization: `Bearer ${asker.token}` },
    },
    'POST /tasks/task/:id/notes/:note/answer': {
      path: `/tasks/task/${linked}/notes/1/answer`,
      payload: { answer: 'So' },
    },
    'POST /tasks/task/:id/notes/:note/withdraw': { path: `/tasks/task/${linked}/notes/2/withdraw` },
    'POST /tasks/undo': { path: '/tasks/undo' },
    'POST /tasks/undoToken': {
      path: '/tasks/undoToken',
      payload: { via: asker.name, since: '2020-01-01T00:00:00Z', except: [task] },
    },
    'POST /tasks/redo': { path: '/tasks/redo' },
    'POST /tasks/trash/:id/restore': { path: `/tasks/trash/${trashed}/restore` },
    'DELETE /tasks/trash/:id': { path: `/tasks/trash/${purged}` },
    'POST /tasks/task/:id/files/:file/restore': { path: `/tasks/task/${task}/files/${restored}/restore` },
    'DELETE /tasks/task/:id/files/:file/forever': { path: `/tasks/task/${task}/files/${erased}/forever` },
    'DELETE /tasks/trash': { path: '/tasks/trash' },
    'PUT /labels/colours': { path: '/labels/colours', payload: { label: 'auth', colour: 'teal' } },
    'POST /tasks/task/:id/git': {
      path: `/tasks/task/${linked}/git`,
      payload: { commit: 'a'.repeat(40), title: 'Fix it', effect: 'starts' },
    },
    'DELETE /calendars/:id': { path: `/calendars/${calendar}` },
    'PUT /shares/:id': { path: `/shares/${share.id}`, payload: { name: 'two' } },
    'DELETE /shares/:id': { path: `/shares/${other.id}` },
    'POST /ways': { path: '/ways', payload: newWay },
    'PUT /ways/push': {
      path: '/ways/push',
      payload: { endpoint, p256dh: freshSubscription().keys.p256dh, auth: 'a'.repeat(22), turnOn: true },
    },
    'POST /ways/push/remove': { path: '/ways/push/remove', payload: { endpoint } },
    'PUT /ways/:id': { path: `/ways/${ways[0]}`, payload: { isOn: false } },
    'DELETE /ways/:id': { path: `/ways/${ways[1]}` },
    'POST /meetings/calendars': {
      path: '/meetings/calendars',
      payload: { name: 'two', address: 'https://calendar.example/two.ics' },
    },
    'PUT /meetings/calendars/:id': { path: `/meetings/calendars/${meetings}`, payload: { name: 'Job' } },
    'DELETE /meetings/calendars/:id': { path: `/meetings/calendars/${meetings}` },
    'PUT /outgoing-webhooks/:id': { path: `/outgoing-webhooks/${outgoing}`, payload: { name: 'two' } },
    'POST /outgoing-webhooks/:id/resume': { path: `/outgoing-webhooks/${outgoing}/resume` },
    'DELETE /outgoing-webhooks/:id': { path: `/outgoing-webhooks/${outgoing}` },
    'POST /issue-sources': { path: '/issue-sources', payload: { ...issueSource, address: 'git.example/acme/other' } },
    'PUT /issue-sources/:id': { path: `/issue-sources/${source}`, payload: { label: 'two' } },
    'POST /issue-sources/:id/pause': { path: `/issue-sources/${source}/pause` },
    'POST /issue-sources/:id/resume': { path: `/issue-sources/${source}/resume` },
    'DELETE /issue-sources/:id': { path: `/issue-sources/${source}` },
    'PUT /hooks/:id': { path: `/hooks/${hook}`, payload: { name: 'two' } },
    'DELETE /hooks/:id': { path: `/hooks/${hook}` },
    'POST /views': { path: '/views', payload: { name: 'three', address: '/board' } },
    'PUT /caldav/views': { path: '/caldav/views', payload: { views: [views[0]] } },
    'PUT /views/:id': { path: `/views/${views[0]}`, payload: { name: 'Renamed', place: 1 } },
    'DELETE /views/:id': { path: `/views/${views[1]}` },
  }
  return { ...app, ana, requests }
}

/** These come last: other calls need tokens and things in the trash, and the redo needs the undo right before it. */
const lastCalls = ['POST /auth/not-me', 'DELETE /tasks/trash', 'POST /tasks/undoToken']
const inOrder = writes
  .filter(({ takesKey }) => takesKey)
  .toSorted((a, b) => lastCalls.indexOf(nameOf(a)) - lastCalls.indexOf(nameOf(b)))

test.for(engines)('%s: every write that is repeated with its key changes nothing more', async (engine) => {
  const { ana, requests, database, stored } = await world(engine)
  for (const [index, call] of inOrder.entries()) {
    const { path, payload, headers = {} } = requests[nameOf(call)] ?? { path: `${nameOf(call)} has no request here` }
    const send = () => withKey(ana, `call-${index}`).send(call.method, path, payload, { headers })
    const first = await send()
    expect([nameOf(call), first.status, first.text]).toEqual([nameOf(call), call.status, expect.any(String)])
    const before = [await everyRow(database), await stored()]
    for (let count = 0; count < 2; count++) {
      const again = await send()
      expect([nameOf(call), again.status, again.text]).toEqual([nameOf(call), call.status, first.text])
      expect(again.headers['content-type']).toBe(first.headers['content-type'])
    }
    expect([nameOf(call), await everyRow(database), await stored()]).toEqual([nameOf(call), ...before])
  }
  // The calls that delete for good remove the text of a stored answer, but never the answer itself.
  expect(await answersIn(database)).toHaveLength(inOrder.length)
})

test.for(engines)('%s: no stored answer contains a token, a password or a hash of one', async (engine) => {
  const { ana, requests, database } = await world(engine)
  const { password } = credentials('ana')
  for (const [index, call] of writes.entries()) {
    const { path, payload, headers = {} } = requests[nameOf(call)] ?? { path: call.path, payload: { password } }
    if (!/logout|delete$/.test(path)) await withKey(ana, `call-${index}`).send(call.method, path, payload, { headers })
  }
  const answers = (await answersIn(database)).join()
  expect(answers).toContain('Task created successfully!')
  const rows = await database.db.selectFrom('sessions').innerJoin('users', 'users.id', 'user_id').selectAll().execute()
  const secrets = rows.flatMap(({ token_hash, password_hash }) => [token_hash, password_hash ?? ''])
  expect(secrets.length).toBeGreaterThan(1)
  for (const secret of [...secrets, ...ana.cookies.values(), password]) expect(answers).not.toContain(secret)
})

test('calls with a password ignore the key and store nothing', async () => {
  const { ana, database } = await world('sqlite')
  const { password } = credentials('ana')
  const before = await answersIn(database)
  expect((await withKey(ana, 'k').post('/auth/prove', { password })).status).toBe(200)
  const changed = await withKey(ana, 'k').put('/auth/password', { current: password, password: 'another password' })
  expect([changed.status, await answersIn(database)]).toEqual([200, before])
})

test('the OpenAPI document names the headers for every write that takes them, and for no other call', async () => {
  const { app } = await world('sqlite')
  const document = (await app.inject('/openapi.json')).json()
  for (const { method, path, takesKey } of apiCalls) {
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    const names = (operation?.parameters ?? []).filter((one: { in: string }) => one.in === 'header')
    expect([method, path, names.map((one: { name: string }) => one.name)]).toEqual([
      method,
      path,
      takesKey ? [keyHeader, epochHeader, ...(path.startsWith('/tasks/') ? [claimsHeader] : [])] : [],
    ])
  }
})
