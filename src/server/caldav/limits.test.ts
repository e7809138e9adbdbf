import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { davClient } from '../../../test/caldav.ts'

test('a client has the rate of its token, and is told when to come back', async () => {
  let now = 0
  const app = await testApp({ config: { maxTokenRate: 6 }, dependencies: { monotonic: () => now } })
  const ana = app.as('ana')
  const [phone, computer] = [await davClient(app, ana), await davClient(app, ana, { name: 'computer' })]
  const ask = async (client = phone) => (await client.sync()).status
  for (let call = 0; call < 6; call++) expect(await ask()).toBe(207)
  for (const method of ['PROPFIND', 'REPORT', 'GET', 'PUT', 'DELETE', 'PROPPATCH']) {
    const { status, headers, body } = await phone.send(method, 'a.ics', '', { depth: '0' })
    expect([method, status, headers['retry-after']]).toEqual([method, 429, '10'])
    expect(body.message).toContain('more than 6 calls within a minute')
  }
  // Its user and other apps have their own.
  expect(await ask(computer)).toBe(207)
  expect((await ana.get('/tasks/getTasks')).status).toBe(200)
  now += 10_000
  expect([await ask(), await ask()]).toEqual([207, 429])
})

test('a client has a share of the requests at once, and more of them wait or are refused', async () => {
  const app = await testApp({ config: { maxTokenRequests: 1 } })
  const ana = app.as('ana')
  const [phone, computer] = [await davClient(app, ana), await davClient(app, ana, { name: 'computer' })]
  const all = Array.from({ length: 12 }, () => phone.sync())
  const refused = await Promise.race(all)
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1'])
  expect((await computer.sync()).status).toBe(207)
  expect((await ana.get('/tasks/getTasks')).status).toBe(200)
  const statuses = (await Promise.all(all)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  expect(statuses.filter((status) => status === 207)).toHaveLength(9)
})
