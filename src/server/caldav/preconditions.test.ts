import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { davClient, todoText } from '../../../test/caldav.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'

const foreign = '"9-1-0-0-0.0-0-0"'

async function clientWithTask() {
  const app = await testApp()
  const ana = app.as('ana')
  const task = await addTask(ana, { title: 'Call' })
  const client = await davClient(app, ana)
  const name = `${task._id}.ics`
  const read = async () => {
    const { text, headers } = await client.send('GET', name)
    return { text, tag: `${headers.etag}` }
  }
  const change = (title: string) => ana.put(`/tasks/updateTask/${task._id}`, { title })
  return { ana, client, name, read, change }
}

test('a client that has a to-do already gets 304 without its text', async () => {
  const { client, name, read, change } = await clientWithTask()
  const { tag } = await read()
  for (const method of ['GET', 'HEAD']) {
    const status = async (ifNoneMatch: string) => (await client.send(method, name, undefined, { ifNoneMatch })).status
    const { status: known, text, headers } = await client.send(method, name, undefined, { ifNoneMatch: tag })
    expect([known, text, headers.etag, headers['content-type']]).toEqual([304, '', tag, undefined])
    for (const header of ['*', `W/${tag}`, `${foreign}, ${tag}`, `${foreign},W/${tag}`])
      expect([header, await status(header)]).toEqual([header, 304])
    for (const header of [foreign, 'x', `${foreign}, W/${foreign}`])
      expect([header, await status(header)]).toEqual([header, 200])
    expect((await client.send(method, name, undefined, { ifMatch: `${foreign}, ${tag}` })).status).toBe(200)
    expect((await client.send(method, name, undefined, { ifMatch: foreign })).status).toBe(412)
    expect((await client.send(method, 'none.ics', undefined, { ifNoneMatch: '*' })).status).toBe(404)
  }
  await change('Call Bo')
  expect((await client.send('GET', name, undefined, { ifNoneMatch: tag })).status).toBe(200)
})

test('a change counts from the newest version of several, and is refused for one that the client does not want', async () => {
  const { ana, client, name, read, change } = await clientWithTask()
  const first = await read()
  await change('Call Bo')
  const second = await read()
  const put = async (text: string, conditions: { ifMatch?: string; ifNoneMatch?: string }) =>
    (await client.send('PUT', name, text, conditions)).status
  const to = (title: string) => second.text.replace(/SUMMARY:.*/, `SUMMARY:${title}`)

  expect(await put(to('a'), { ifNoneMatch: `${foreign}, ${second.tag}` })).toBe(412)
  expect(await put(to('a'), { ifNoneMatch: `${foreign}, *` })).toBe(412)
  expect(await put(to('a'), { ifMatch: `${foreign}, "x"` })).toBe(412)
  expect(await put(to('a'), { ifMatch: first.tag })).toBe(412)
  for (const [title, ifMatch] of [
    ['a', `${second.tag}, ${first.tag}`],
    ['b', '*'],
    ['c', ' * '],
  ] as const)
    expect([title, await put(to(title), { ifMatch })]).toEqual([title, 204])
  expect(await put(to('d'), { ifNoneMatch: foreign })).toBe(204)
  expect(await listTasks(ana)).toMatchObject([{ title: 'd' }])

  const { tag } = await read()
  const made = todoText('new', 'SUMMARY:New')
  expect((await client.send('PUT', 'new.ics', made, { ifMatch: '*' })).status).toBe(412)
  expect((await client.send('PUT', 'new.ics', made, { ifNoneMatch: foreign })).status).toBe(201)
  expect((await client.send('DELETE', name, undefined, { ifMatch: `${first.tag}, ${second.tag}` })).status).toBe(412)
  expect((await client.send('DELETE', name, undefined, { ifMatch: `${first.tag}, ${tag}` })).status).toBe(204)
})
