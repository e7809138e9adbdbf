import { expect, test } from 'vitest'
import { engines } from '../../../test/database.ts'
import { mailingApp } from '../../../test/mailing.ts'
import { copyTask } from '../../../test/many-tasks.ts'
import { askOwner } from '../../../test/questions.ts'
import { tokenIn } from '../../../test/smtp.ts'
import { addTask } from '../../../test/tasks.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'

const hour = 3_600_000
const day = 24 * hour
const digest = { isOn: true, at: '08:00', days: [1, 2, 3, 4, 5] }

/** Ana in Berlin, on Tuesday at 7:00 there. */
async function world(engine: (typeof engines)[number]) {
  const app = await mailingApp(engine, { start: '2026-11-17T06:00:00Z' })
  const ana = app.as('ana')
  await ana.put('/auth/preferences', { timeZone: 'Europe/Berlin', digest })
  const planned = async () =>
    (
      await app.database.db
        .selectFrom('deliveries')
        .selectAll()
        .where('kind', '=', 'digest')
        .orderBy('due_at')
        .execute()
    )
      .filter(({ state }) => state === 'waiting')
      .map(({ local_time }) => local_time)
  /** The mails without notices about the token that asks. */
  const sent = () => app.mails.filter(({ raw }) => raw.includes('List-Unsubscribe'))
  const run = async (milliseconds: number) => {
    app.pass(milliseconds)
    await app.queue.runDue()
    return sent().length
  }
  return { ...app, ana, planned, run, sent }
}

test.for(engines)('%s: a digest says what is due, overdue and asked, with links to the tasks', async (engine) => {
  const app = await world(engine)
  const { ana, sent, run, planned } = app
  expect(await planned()).toEqual(['2026-11-17T08:00'])
  const late = await addTask(ana, { title: 'Rotate <keys>\u202e', priority: 'Critical', dueDate: '2026-11-12' })
  await addTask(ana, { title: 'Fix the flaky test', dueDate: '2026-11-17', status: 'In Progress' })
  await addTask(ana, { title: 'Plan the release', startDate: '2026-11-17', dueDate: '2026-12-01' })
  for (let count = 0; count < 5; count++) await addTask(ana, { title: `Some day ${count}`, dueDate: null })
  const { token } = await makeToken(ana, { name: 'codex' })
  const question = await askOwner(withToken(app, token), late._id, 'Refuse\nwith <401>?', ['Yes', 'No'])
  expect(await run(hour)).toBe(1)
  const [mail] = sent()
  expect(mail?.subject).toBe('1 due today, 1 overdue, 1 starts today, 1 needs you')
  expect(mail?.envelope.to).toEqual(['ana@example.com'])
  const text = mail?.text ?? ''
  const answers = `https://tasks.example.org/taskdeck/#/needs-you?question=${question._id}`
  const link = `https://tasks.example.org/taskdeck/#/task/${late.number}`
  for (const words of [
    'Tuesday, Nov 17',
    `Needs you 1\n- codex asks about #${late.number} Rotate <keys>`,
    `  Refuse\n  with <401>?\n  * Yes\n    ${answers}&answer=0\n  * No\n    ${answers}&answer=1\n`,
    `Overdue 1\n- Rotate <keys>`,
    `  5 days · Critical\n  ${link}`,
    'Due today 1\n- Fix the flaky test\n  Medium\n',
    'Starts today 1\n- Plan the release\n',
    'Next 3\n- Some day',
    'Sent at 08:00 on weekdays from tasks.example.org',
  ]) {
    expect(text).toContain(words)
  }
  expect(text.match(/Fix the flaky test/g)?.length).toBe(1)
  expect(mail?.html).toContain('Rotate &lt;keys&gt;')
  expect(mail?.html).not.toMatch(/<img|<script|\u202e|src=|url\(/)
  expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated$/m)
  expect(await planned()).toEqual(['2026-11-18T08:00'])
})

test.for(engines)('%s: a digest comes on each chosen day, and only if there is something to say', async (engine) => {
  const { ana, run, planned } = await world(engine)
  await addTask(ana, { title: 'Some day', dueDate: null })
  expect(await run(hour)).toBe(0)
  await addTask(ana, { title: 'Late', dueDate: '2026-11-10' })
  const counts = []
  for (let days = 0; days < 7; days++) counts.push(await run(day))
  // Wednesday to Friday, the weekend, Monday and Tuesday.
  expect(counts).toEqual([1, 2, 3, 3, 3, 4, 5])
  await ana.put('/auth/preferences', { digest: { ...digest, at: '21:00', days: [7] } })
  expect(await planned()).toEqual(['2026-11-29T21:00'])
  await ana.put('/auth/preferences', { timeZone: 'America/New_York' })
  expect(await planned()).toEqual(['2026-11-29T21:00'])
  await ana.put('/auth/preferences', { digest: { ...digest, isOn: false } })
  expect(await planned()).toEqual([])
})

test('a digest is sent to a user with more tasks than can be compared', { tags: 'long' }, async () => {
  const { ana, database, run, sent } = await world('sqlite')
  const some = await addTask(ana, { title: 'Some day', dueDate: null })
  await copyTask(database, some._id, 20_001)
  await addTask(ana, { title: 'Due', dueDate: '2026-11-17' })
  expect(await run(hour)).toBe(1)
  const [mail] = sent()
  expect([mail?.subject, mail?.text]).toEqual(['1 due today', expect.stringContaining('You have too many tasks')])
})

test.for(engines)('%s: after a flight west, the day begins again, and brings no second digest', async (engine) => {
  const { ana, run, planned } = await world(engine)
  await addTask(ana, { title: 'Late', dueDate: '2026-11-10' })
  expect(await run(hour)).toBe(1)
  await ana.put('/auth/preferences', { timeZone: 'America/New_York' })
  expect(await planned()).toEqual(['2026-11-18T08:00'])
  expect(await run(8 * hour)).toBe(1)
  expect(await run(day)).toBe(2)
})

test.for(engines)('%s: a server that was off for days sends one digest', async (engine) => {
  const { ana, run, planned, node, pass, mails } = await world(engine)
  await addTask(ana, { title: 'Late', dueDate: '2026-11-10' })
  // Until Thursday of the next week, at 9:30 in Berlin. Two nodes start again.
  pass(9 * day + 2.5 * hour)
  await Promise.all([node().queue.runDue(), node().queue.runDue()])
  expect([mails.length, await planned()]).toEqual([1, ['2026-11-27T08:00']])
  // Until Sunday: the digest of Friday is not sent on a day without digests.
  expect([await run(3 * day), await planned()]).toEqual([1, ['2026-11-30T08:00']])
})

test.for(engines)('%s: a digest is stopped by one POST, and by no GET', async (engine) => {
  const { ana, mails, run, visitor, planned } = await world(engine)
  await addTask(ana, { title: 'Late', dueDate: '2026-11-10' })
  await run(hour)
  const [mail] = mails
  const token = tokenIn(mail ?? {}, '#/unsubscribe')
  const path = `/auth/unsubscribe?token=${token}`
  const headers = Object.fromEntries((mail?.headers ?? []).map(({ key, value }) => [key, value]))
  expect(headers['list-unsubscribe']).toBe(`<https://tasks.example.org${path}>`)
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')

  const page = await visitor().get(path)
  expect([page.status, page.headers.location]).toEqual([302, `/taskdeck/#/unsubscribe?token=${token}`])
  expect(await planned()).toEqual(['2026-11-18T08:00'])
  const form = 'multipart/form-data; boundary=b'
  const body = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
  expect(
    (await visitor().send('POST', '/auth/unsubscribe?token=x', body, { headers: { 'content-type': form } })).status,
  ).toBe(404)
  const stopped = await visitor().send('POST', path, body, { headers: { 'content-type': form } })
  expect([stopped.status, await planned()]).toEqual([200, []])
  const again = await visitor().send('POST', path, 'List-Unsubscribe=One-Click', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(again.status).toBe(200)
  expect((await ana.get('/auth/verify')).body.preferences.digest).toEqual({ ...digest, isOn: false })
  await run(day)
  expect(mails.length).toBe(1)
})
