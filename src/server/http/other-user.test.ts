import { expect, test } from 'vitest'
import { liveApp } from '../../../test/live.ts'
import { taskInput } from '../../../test/tasks.ts'
import { cookieOf } from '../../../test/uploads.ts'
import { ownerHeader } from '../../contract/owner-header.ts'

test('a call or a stream that is meant for another user is refused, and changes nothing', async () => {
  const app = await liveApp()
  const [ana, bo] = [app.as('ana'), app.as('bo')]
  const [anaId, boId] = [(await ana.user())._id, (await bo.user())._id]
  const cookie = await cookieOf(bo)
  const create = (meant: string) =>
    fetch(`${app.origin}/tasks/createTask`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', [ownerHeader]: meant },
      body: JSON.stringify(taskInput()),
    })
  const refused = await create(anaId)
  expect([refused.status, await refused.json()]).toEqual([401, expect.objectContaining({ code: 'not_signed_in' })])
  expect((await create(boId)).status).toBe(201)
  const list = await fetch(`${app.origin}/tasks/getTasks`, { headers: { cookie, [ownerHeader]: anaId } })
  expect(list.status).toBe(401)
  const streamFor = async (meant: string) => {
    const ending = new AbortController()
    const { status } = await fetch(`${app.origin}/tasks/events?user=${meant}`, {
      headers: { cookie },
      signal: ending.signal,
    })
    ending.abort()
    return status
  }
  expect([await streamFor(anaId), await streamFor(boId)]).toEqual([401, 200])
  expect((await bo.get('/tasks/getTasks')).body.tasks).toHaveLength(1)
})
