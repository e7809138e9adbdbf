import { expect, test } from 'vitest'
import { addPasskey, withPasskey } from '../../../test/authenticator.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { connectForge } from '../../../test/forges.ts'
import { googleApp, throughGoogle } from '../../../test/google.ts'
import { issueSource } from '../../../test/issue-forges.ts'
import { meetingCalendar } from '../../../test/meetings.ts'
import { approve, codeOf, programRequest, registered } from '../../../test/oauth.ts'
import { outgoingHook } from '../../../test/outgoing-hooks.ts'
import { credentials } from '../../../test/people.ts'
import { readerOf, shareIt } from '../../../test/shares.ts'
import { addTask } from '../../../test/tasks.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import { tableNames } from '../database/schema.ts'
import { newPasswordFor } from './forgotten-password.ts'
import { lastingAccess } from './lasting-access.ts'
import { passwordHasher } from './passwords.ts'

/** Tables whose rows let nobody act for an account. The password of an account is in `users`, and every takeover replaces it. */
const withoutAccess = [
  'users',
  // They let nobody in, and a person who takes an account over must not be able to remove them.
  'one_time_codes',
  'recovery_codes',
  // They let nobody in without a passkey or the session that has asked for them.
  'passkey_challenges',
  'pictures',
  'restrictions',
  'security_events',
  'operator_events',
  'attempts',
  'invites',
  'first_account',
  'decks',
  'tasks',
  'files',
  'notes',
  'uploads',
  'installation',
  'events',
  'answers',
  'answer_subjects',
  'labels',
  'label_colours',
  'saved_views',
  'git_references',
  'receipts',
  'import_sources',
  'caldav_todos',
  'caldav_views',
  'hook_deliveries',
  'push_keys',
  'outgoing_messages',
  'source_issues',
  'jobs',
  'clock',
  'heartbeats',
  'epochs',
  'schema_support',
]

test('every table is on the list of lasting access, or gives none', () => {
  expect([...Object.keys(lastingAccess), ...withoutAccess].sort()).toEqual(tableNames.toSorted())
})

const cheap = passwordHasher({ maxRunning: 1, cost: { memory: 8, passes: 1, parallelism: 1 } })
const gina = { sub: 'gina', email: 'gina@example.com', email_verified: true, name: 'Gina G.' }
const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
const everything = {
  ...{ session: true, token: true, device: true, code: true, program: true },
  ...{ calendar: true, passkey: true, link: true, webhook: true },
}

type World = Awaited<ReturnType<typeof world>>

/** A user with every kind of access. */
async function world(engine: Engine) {
  const app = await googleApp({ engine })
  const { database, visitor, google } = app
  const ana = app.as('ana')
  const { _id: owner } = await ana.user()
  const task = await addTask(ana)
  const { token } = await makeToken(ana)
  const key = await addPasskey(ana)
  const forge = await connectForge(app.app, ana, 'github')
  const way = { kind: 'ntfy', address: 'https://ntfy.example.com/ana' }
  expect((await ana.post('/ways', way)).status).toBe(201)
  await ana.post('/outgoing-webhooks', outgoingHook)
  expect((await ana.post('/meetings/calendars', meetingCalendar)).status).toBe(201)
  expect((await ana.post('/issue-sources', issueSource)).status).toBe(201)
  const { path: calendar } = (await ana.post('/calendars', { name: 'Mine', kind: 'events' })).body
  const { secret } = await shareIt(ana, { task: task._id })
  const waiting = { state: 'waiting', attempts: 1, due_at: 1, next_at: 1, local_time: null, last_error: null } as const
  for (const kind of ['mail-confirm', 'mail-password']) {
    const row = { user_id: owner, id: kind, kind, subject: owner, name: '{}', ...waiting }
    await database.db.insertInto('deliveries').values(row).execute()
  }
  await database.db.insertInto('known_devices').values({ user_id: owner, device_hash: 'x', seen_at: 1 }).execute()
  const { device_code, user_code } = (await visitor().post('/auth/device/code', { client_id: 'cli' })).body
  await ana.post('/auth/device/approve', { user_code })
  const client_id = await registered(visitor())
  const codes = [programRequest(client_id), programRequest(client_id)].map(async ({ verifier, request }) => ({
    ...{ grant_type: 'authorization_code', client_id },
    ...{ code: codeOf(await approve(ana, request)), code_verifier: verifier },
  }))
  const [used, waitingCode] = await Promise.all(codes)
  const { refresh_token } = (await visitor().post('/auth/token', used)).body
  const renewal = { grant_type: 'refresh_token', client_id, refresh_token }
  /** Whether each kind of access still works: a session, a token, an approved device or program, a calendar, a passkey, a shared link and a webhook. */
  const works = async () => ({
    session: (await ana.get('/auth/verify')).status === 200,
    token: (await withToken(app, token).get('/tasks/getTasks')).status === 200,
    device: (await visitor().post('/auth/device/token', { grant_type, device_code })).status === 200,
    code: (await visitor().post('/auth/token', waitingCode)).status === 200,
    program: (await visitor().post('/auth/token', renewal)).status === 200,
    calendar: (await visitor().get(calendar)).status === 200,
    passkey: (await withPasskey(visitor(), key)).status === 200,
    link: (await readerOf({ visitor }, secret).open()).status === 200,
    webhook: (await forge.push({ messages: [`Closes #${task.number}`] })).status === 200,
  })
  const rows = async () => {
    const left: string[] = []
    for (const table of Object.keys(lastingAccess) as (keyof typeof lastingAccess)[]) {
      const found = await database.db.selectFrom(table).select('user_id').where('user_id', '=', owner).execute()
      if (found.length) left.push(table)
    }
    return left
  }
  return { ...app, ana, owner, google, works, rows }
}

async function linkGoogle({ google, ana }: World) {
  google.account = gina
  await throughGoogle(ana, { purpose: 'link' })
  expect((await ana.get('/auth/account')).body.google.email).toBe(gina.email)
}

const takeovers: [string, (world: World) => Promise<unknown>, left: string[]][] = [
  [
    "the operator's reset",
    async (world) => {
      await linkGoogle(world)
      await newPasswordFor('ana@example.com', world.database, cheap)
    },
    [],
  ],
  [
    'a takeover by a verified address',
    async ({ google, visitor }) => {
      google.account = { ...gina, email: 'ana@example.com' }
      await throughGoogle(visitor())
    },
    // Those of the new owner.
    ['identities', 'known_devices', 'sessions'],
  ],
  [
    'a new password with the wish to revoke everything',
    async (world) => {
      await linkGoogle(world)
      const { password: current } = credentials('ana')
      const body = { current, password: 'another password of ana', revokeAll: true }
      const other = world.visitor()
      await other.post('/auth/login', credentials('ana'))
      expect((await other.put('/auth/password', body)).status).toBe(200)
    },
    ['sessions'],
  ],
  ['the deletion of the account', ({ ana }) => ana.post('/auth/delete', { password: credentials('ana').password }), []],
]

test.for(engines)('%s: a new owner ends every access of the former one', async (engine) => {
  for (const [name, take, left] of takeovers) {
    const app = await world(engine)
    await take(app)
    expect([name, await app.works()]).toEqual([
      name,
      Object.fromEntries(Object.keys(everything).map((kind) => [kind, false])),
    ])
    expect([name, await app.rows()]).toEqual([name, left.toSorted((a, b) => order(a) - order(b))])
  }
})

const order = (table: string) => Object.keys(lastingAccess).indexOf(table)

test('without a takeover, every kind of access works', async () => {
  const { works } = await world('sqlite')
  expect(await works()).toEqual(everything)
})

test('a password that its owner changes leaves tokens and webhooks alone', async () => {
  const { ana, works } = await world('sqlite')
  const { password: current } = credentials('ana')
  await ana.put('/auth/password', { current, password: 'another password of ana' })
  expect(await works()).toEqual(everything)
})

test.for(engines)(
  '%s: making or changing a webhook requires a recent proof, and revoking one does not',
  async (engine) => {
    const { ana, database, owner } = await world(engine)
    const { id } = (await ana.get('/hooks')).body.hooks[0]
    const { id: outgoing } = (await ana.get('/outgoing-webhooks')).body.webhooks[0]
    const { id: source } = (await ana.get('/issue-sources')).body.sources[0]
    await database.db.updateTable('sessions').set({ proved_at: 0 }).where('user_id', '=', owner).execute()
    const refusal = [403, 'Please confirm your identity first, and then do this within 10 minutes.']
    const tried = [
      await ana.post('/hooks', { name: 'Another', forge: 'gitea' }),
      await ana.put(`/hooks/${id}`, { authors: ['thief'] }),
      await ana.post('/outgoing-webhooks', outgoingHook),
      await ana.put(`/outgoing-webhooks/${outgoing}`, { url: 'https://thief.example/' }),
      await ana.post('/issue-sources', { ...issueSource, address: 'https://git.example/acme/other' }),
      await ana.put(`/issue-sources/${source}`, { writes: true }),
      await ana.post('/auth/tokens', { name: 'Another', scope: 'read' }),
    ]
    for (const { status, body } of tried) expect([status, body.message]).toEqual(refusal)
    expect((await ana.get('/hooks')).body.hooks).toMatchObject([{ id, name: 'Project', authors: [] }])
    await ana.post('/auth/prove', { password: credentials('ana').password })
    expect((await ana.put(`/hooks/${id}`, { name: 'Website' })).status).toBe(200)
    await database.db.updateTable('sessions').set({ proved_at: 0 }).where('user_id', '=', owner).execute()
    expect((await ana.delete(`/hooks/${id}`)).status).toBe(200)
  },
)
