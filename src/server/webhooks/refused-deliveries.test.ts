import { createHmac, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { connectForge, gitLabSignature } from '../../../test/forges.ts'
import { everyRow } from '../../../test/rows.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import { forges } from '../../contract/forges.ts'
import type { Delivery, Webhook } from '../../contract/schemas/webhooks.ts'
import type { Database } from '../database/database.ts'

const push = { messages: ['Closes #1'] }

/** The rows of some tables. */
const rowsIn = async (database: Database, tables: string) =>
  (await everyRow(database)).filter((row) => new RegExp(`^(${tables}) `).test(row))

for (const forge of forges) {
  test.for(engines)(
    `%s: ${forge}: a delivery with a wrong signature changes nothing and is in the log`,
    async (engine) => {
      const { app, as } = await testApp({ engine })
      const ana = as('ana')
      await addTask(ana)
      const hook = await connectForge(app, ana, forge)
      const other = await connectForge(app, as('bo'), forge)
      const text = JSON.stringify(hook.kit.push(push))
      const right = hook.kit.headers('push', text, hook.secret)
      const [name = ''] = Object.keys(right).filter((one) => /signature|token/.test(one))
      const wrong: Record<string, string>[] = [
        hook.kit.headers('push', text, other.secret),
        { ...right, [name]: '' },
        { ...right, [name]: `${right[name]}0` },
        { ...right, [name]: (right[name] ?? '').slice(0, -2) },
        { ...right, [name]: 'é' },
        Object.fromEntries(Object.entries(right).filter(([key]) => key !== name)),
      ]
      for (const headers of wrong) {
        const { status, body } = await hook.send(text, headers)
        expect([headers[name], status, body.code]).toEqual([headers[name], 401, 'not_signed_in'])
      }
      // The signature is about the exact bytes. GitLab's token is not about the body at all.
      if (forge !== 'gitlab') expect((await hook.send(text.replace('#1', '#2'), right)).status).toBe(401)
      expect((await listTasks(ana))[0]?.status).toBe('Pending')
      const { deliveries } = (await ana.get(`/hooks/${hook.id}/deliveries`)).body
      expect(deliveries[0]).toMatchObject({
        outcome: 'refused',
        message: expect.stringContaining('signature is wrong'),
      })
      // The right one is still accepted.
      expect((await hook.send(text, right)).status).toBe(200)
    },
  )

  test.for(engines)(
    `%s: ${forge}: a repeated delivery is refused, under its own id and under another`,
    async (engine) => {
      const { app, as, database } = await testApp({ engine })
      const ana = as('ana')
      await addTask(ana)
      const hook = await connectForge(app, ana, forge)
      const text = JSON.stringify(hook.kit.push(push))
      const headers = hook.kit.headers('push', text, hook.secret)
      const [first, second] = await Promise.all([hook.send(text, headers), hook.send(text, headers)])
      expect([first.status, second.status].sort()).toEqual([200, 409])
      await ana.put('/tasks/updateTask/1', { status: 'Pending' })
      const events = () => rowsIn(database, 'events')
      const before = await events()
      expect(before.length).toBeGreaterThan(2)
      const again = await hook.send(text, headers)
      expect([again.status, again.body.code]).toEqual([409, 'conflict'])
      // An attacker who has recorded a delivery can change the id, which is not signed.
      expect((await hook.send(text, hook.kit.headers('push', text, hook.secret))).status).toBe(409)
      // The same id with another body.
      const other = JSON.stringify(hook.kit.push({ messages: ['Closes #1 again'] }))
      const reused = { ...hook.kit.headers('push', other, hook.secret), ...idsIn(headers) }
      expect((await hook.send(other, reused)).status).toBe(409)
      expect(await events()).toEqual(before)
      const { deliveries } = (await ana.get(`/hooks/${hook.id}/deliveries`)).body
      expect(deliveries.map(({ outcome }: Delivery) => outcome).sort()).toEqual(['done', ...Array(4).fill('repeated')])
    },
  )
}

const idsIn = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => /delivery|uuid|idempotency/.test(name)))

test('GitLab: a signature is about the id, the time and the body, and ends after five minutes', async () => {
  const { app, as } = await testApp()
  const ana = as('ana')
  await addTask(ana)
  const hook = await connectForge(app, ana, 'gitlab')
  expect(hook.secret).toMatch(/^whsec_[\w+/]{43}=$/)
  const text = JSON.stringify(hook.kit.push(push))
  const event = { 'x-gitlab-event': 'Push Hook' }
  const signed = (at?: number) => ({ ...event, ...gitLabSignature(hook.secret, text, at) })
  for (const headers of [
    signed(Date.now() - 6 * 60_000),
    signed(Date.now() + 6 * 60_000),
    { ...signed(), 'webhook-id': randomUUID() },
    { ...signed(), 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 1) },
    { ...signed(), 'webhook-signature': 'v1,' },
    // The right token does not make up for a wrong signature.
    { ...signed(), 'webhook-signature': 'v1,AAAA', 'x-gitlab-token': hook.secret },
  ])
    expect((await hook.send(text, headers)).status).toBe(401)
  expect((await hook.send(text, signed())).body.message).toBe('Completed #1.')
})

test('an unknown webhook, a revoked one and a wrong signature get the same answer', async () => {
  const { app, as, database } = await testApp()
  const ana = as('ana')
  const hook = await connectForge(app, ana, 'github')
  const text = JSON.stringify(hook.kit.push(push))
  const headers = { 'content-type': 'application/json', ...hook.kit.headers('push', text, 'guessed') }
  const wrong = await hook.send(text, headers)
  const unknown = await app.inject({ method: 'POST', url: `/hooks/git/${randomUUID()}`, payload: text, headers })
  expect([unknown.statusCode, unknown.body]).toEqual([wrong.status, wrong.text])
  expect((await ana.delete(`/hooks/${hook.id}`)).status).toBe(200)
  const revoked = await hook.send(text, hook.kit.headers('push', text, hook.secret))
  expect([revoked.status, revoked.text]).toEqual([wrong.status, wrong.text])
  expect(await rowsIn(database, 'hook_deliveries')).toEqual([])
})

test('refused deliveries are limited per address, and do not push others out of the log', async () => {
  const { app, as } = await testApp()
  const ana = as('ana')
  await addTask(ana)
  const hook = await connectForge(app, ana, 'github')
  expect((await hook.push(push)).status).toBe(200)
  const statuses = []
  for (let count = 0; count < 35; count++) statuses.push((await hook.send('{}', {})).status)
  expect(statuses).toEqual([...Array(30).fill(401), ...Array(5).fill(429)])
  const { deliveries } = (await ana.get(`/hooks/${hook.id}/deliveries`)).body
  expect(deliveries.map(({ outcome }: Delivery) => outcome)).toEqual([...Array(10).fill('refused'), 'done'])
  // The forge, at another address, is not affected.
  const text = JSON.stringify(hook.kit.push({ messages: ['More'] }))
  expect((await hook.send(text, hook.kit.headers('push', text, hook.secret), '198.51.100.9')).status).toBe(200)
})

test('hostile payloads with a right signature are harmless', async () => {
  const { app, as } = await testApp()
  const ana = as('ana')
  await addTask(ana)
  const hook = await connectForge(app, ana, 'github')
  const sign = (text: string) => hook.kit.headers('push', text, hook.secret)
  for (const text of ['', 'nonsense', '{"ref":', '\ud800'])
    expect([text, (await hook.send(text, sign(text))).status]).toEqual([text, 400])
  for (const text of [
    'null',
    '[]',
    '"push"',
    '{"__proto__":{"ref":"refs/heads/1-x"}}',
    '{"ref":["refs/heads/1-x"]}',
    '{"ref":"refs/heads/main","repository":{"default_branch":"main"},"commits":{"length":9}}',
    `${'['.repeat(60)}${']'.repeat(60)}`,
  ])
    expect((await hook.send(text, sign(text))).body.message).toMatch(/No task is named|no use for this event/)
  const large = `{"x":"${'x'.repeat(2 * 1024 * 1024)}"}`
  expect((await hook.send(large, sign(large))).status).toBe(413)
  const odd = hook.kit.push({ messages: ['Closes #1'] }) as { commits: Record<string, unknown>[] }
  Object.assign(odd.commits[0] ?? {}, {
    message: `A\u0000\u202etitle\u001b[31m${'!'.repeat(500)}\n\ncloses #1`,
    url: 'javascript:alert(1)',
  })
  const text = JSON.stringify(odd)
  expect((await hook.send(text, sign(text))).body.message).toBe('Completed #1.')
  const [reference] = (await ana.get('/tasks/task/1/git')).body.references
  expect(reference.url).toBe(null)
  expect(reference.title).toMatch(/^A title \[31m!+…$/)
  expect([...reference.title]).toHaveLength(200)
})

test('GitHub may send a form, and a ping says that the webhook works', async () => {
  const { app, as } = await testApp()
  const ana = as('ana')
  await addTask(ana)
  const hook = await connectForge(app, ana, 'github')
  const form = new URLSearchParams({ payload: JSON.stringify(hook.kit.push(push)) }).toString()
  const headers = {
    ...hook.kit.headers('push', form, hook.secret),
    'content-type': 'application/x-www-form-urlencoded',
  }
  expect((await hook.send(form, headers)).body.message).toBe('Completed #1.')
  const ping = JSON.stringify({ zen: 'Design for failure.', hook_id: 1 })
  const signature = `sha256=${createHmac('sha256', hook.secret).update(ping).digest('hex')}`
  const pinged = await hook.send(ping, { 'x-github-event': 'ping', 'x-hub-signature-256': signature })
  expect([pinged.status, pinged.body.message]).toEqual([200, 'The webhook works.'])
  const xml = await hook.send('<x/>', { ...headers, 'content-type': 'text/xml' })
  expect(xml.status).toBe(415)
})

test.for(engines)('%s: a secret is shown once, and everything goes with the account', async (engine) => {
  const { app, as, database } = await testApp({ engine })
  const ana = as('ana')
  await addTask(ana)
  const hook = await connectForge(app, ana, 'github')
  await hook.push(push)
  const { hooks } = (await ana.get('/hooks')).body as { hooks: Webhook[] }
  expect(hooks).toMatchObject([{ id: hook.id, name: 'Project', forge: 'github', lastDelivery: { outcome: 'done' } }])
  expect(await rowsIn(database, 'hooks|hook_deliveries|git_references')).toHaveLength(3)
  const exported = (await ana.get('/auth/export')).text
  expect(JSON.parse(exported)).toMatchObject({ webhooks: [{ id: hook.id }], gitReferences: [{ kind: 'commit' }] })
  const texts = [
    exported,
    ...(await Promise.all(['/hooks', `/hooks/${hook.id}/deliveries`].map(ana.get))).map((a) => a.text),
  ]
  for (const text of texts) expect(text).not.toContain(hook.secret)
  expect((await ana.post('/hooks', { name: ' ', forge: 'github' })).status).toBe(400)
  expect((await ana.post('/hooks', { name: 'x', forge: 'sourcehut' })).status).toBe(400)
  expect((await ana.post('/auth/delete', { password: 'password of ana' })).status).toBe(200)
  expect(await rowsIn(database, 'hooks|hook_deliveries|git_references')).toEqual([])
})
