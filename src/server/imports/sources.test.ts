import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { liveApp } from '../../../test/live.ts'
import type { Person } from '../../../test/people.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import { cookieOf } from '../../../test/uploads.ts'
import { importType } from '../../contract/imports.ts'
import type { ImportResult, ImportStep } from '../../contract/schemas/imports.ts'

const bodyOf = (lines: object[]) => Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'))
const headers = { 'content-type': importType }
const send = async (person: Pick<Person, 'send'>, lines: object[], query = '') =>
  (await person.send('POST', `/tasks/import?fromSource=true${query}`, bodyOf(lines), { headers })).body as ImportResult

test.for(engines)('%s: a later import changes only what has changed at the source', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  const _id = randomUUID()
  const task = async () => (await listTasks(ana)).find((one) => one._id === _id)
  const long = 'x'.repeat(300)
  const there = { _id, title: 'One', description: long, priority: 'Low', labels: ['a', 'b'], dueDate: '2026-11-20' }
  await send(ana, [there])
  await ana.put(`/tasks/updateTask/${_id}`, { priority: 'High', labels: ['a', 'b', 'mine'] })
  expect(await send(ana, [there])).toMatchObject({ unchanged: 1, updated: 0, remarks: [] })

  await send(ana, [{ ...there, title: 'Two', labels: ['a', 'c'] }])
  expect(await task()).toMatchObject({ title: 'Two', priority: 'High', labels: ['a', 'mine', 'c'] })

  // The title that the last import has set was not changed here.
  const third = { ...there, title: 'Three', labels: ['a', 'c'], dueDate: undefined }
  expect(await send(ana, [third])).toMatchObject({ updated: 1, remarks: [] })
  expect(await task()).toMatchObject({ title: 'Three', priority: 'High', dueDate: null, description: long })
})

test.for(engines)('%s: a field that was changed on both sides is kept or replaced, which is said', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  const _id = randomUUID()
  const task = async () => (await listTasks(ana)).find((one) => one._id === _id)
  const long = 'x'.repeat(300)
  await send(ana, [{ _id, title: 'One', description: long }])
  const { number } = (await task()) ?? {}
  await ana.put(`/tasks/updateTask/${_id}`, { title: 'Mine', description: 'Short' })
  const changed = { _id, title: 'Theirs', description: `${long}y` }
  const dry = await send(ana, [changed], '&dryRun=true&conflicts=keep')
  expect(dry.here).toMatchObject({ conflicts: [1], same: [1] })
  const kept = await send(ana, [changed], '&conflicts=keep')
  expect(kept.remarks).toEqual([
    {
      line: 1,
      message: `#${number} was changed both here and in the file (title, description): it stays as it is here.`,
    },
  ])
  expect(kept.here).toBeUndefined()
  expect(await task()).toMatchObject({ title: 'Mine', description: 'Short' })
  expect((await send(ana, [changed], '&conflicts=keep')).remarks).toEqual([])
  const again = { ...changed, title: 'Theirs again' }
  const replaced = await send(ana, [again], '&conflicts=replace')
  expect(replaced.remarks).toEqual([{ line: 1, message: expect.stringContaining('replace those here.') }])
  expect(await task()).toMatchObject({ title: 'Theirs again', description: 'Short' })

  // A task that was made in another way: nothing says which side has changed it.
  const other = await addTask(ana, { title: 'Here' })
  expect(await send(ana, [{ _id: other._id, title: 'There' }], '&conflicts=keep')).toMatchObject({
    unchanged: 1,
    remarks: [{ line: 1 }],
  })
})

test.for(engines)('%s: a dry run says which tasks are here already, and which look like one', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  const mine = await addTask(ana, { title: 'Pay  the Rent', dueDate: '2026-12-01' })
  const [known, trashed, gone] = [randomUUID(), randomUUID(), randomUUID()]
  await send(
    ana,
    [known, trashed, gone].map((_id) => ({ _id, title: 'Imported' })),
  )
  for (const _id of [trashed, gone]) await ana.delete(`/tasks/deleteTask/${_id}`)
  await ana.delete(`/tasks/trash/${gone}`)
  const lines = [
    { _id: known, title: 'Imported' },
    { _id: trashed, title: 'Imported' },
    { _id: gone, title: 'Imported' },
    { _id: randomUUID(), title: 'pay the rent', dueDate: '2026-12-01' },
    { _id: randomUUID(), title: 'pay the rent', dueDate: '2027-01-01' },
    // Another task of the file looks the same.
    { _id: randomUUID(), title: 'Imported' },
  ]
  expect((await send(ana, lines, '&dryRun=true')).here).toEqual({
    ...{ changed: [], same: [1], trashed: [2], gone: [3], conflicts: [] },
    alike: [{ line: 4, _id: mine._id }],
  })
  expect((await listTasks(ana)).length).toBe(2)
})

test.for(engines)('%s: an import tells its progress, and one whose client leaves imports nothing', async (engine) => {
  const app = await liveApp({ engine })
  const ana = app.as('ana')
  const cookie = await cookieOf(ana)
  const lines = Array.from({ length: 1_200 }, (_, index) => ({ _id: randomUUID(), title: `Task ${index}` }))
  const watched = async (some: object[], signal?: AbortSignal) => {
    const answer = await fetch(`${app.origin}/tasks/import/watched?fromSource=true`, {
      ...{ method: 'POST', body: bodyOf(some), headers: { ...headers, cookie, origin: app.origin } },
      ...(signal ? { signal } : {}),
    })
    expect(answer.headers.get('content-type')).toBe(importType)
    return answer
  }
  const leaving = new AbortController()
  const reader = (await watched(lines, leaving.signal)).body?.getReader()
  await reader?.read()
  leaving.abort()
  await reader?.closed.catch(() => {})
  // It waits for the import that was left.
  const check = await send(ana, lines.slice(0, 1), '&dryRun=true')
  expect(check).toMatchObject({ created: 1 })
  expect(await listTasks(ana)).toEqual([])

  const steps = (await (await watched(lines.slice(0, 120))).text()).trim().split('\n')
  const read = steps.map((step) => JSON.parse(step)) as ImportStep[]
  expect(read[0]).toEqual({ done: 0, of: 120 })
  expect(read.at(-2)).toEqual({ done: 120, of: 120 })
  expect(read.at(-1)).toMatchObject({ result: { created: 120, change: expect.any(Number) } })

  const failed = (await (await watched([{ _id: randomUUID() }])).text()).trim().split('\n')
  expect(JSON.parse(failed.at(-1) ?? '')).toEqual({
    error: { code: 'invalid_input', message: 'Line 1: title is required. Nothing was imported.' },
  })
})
