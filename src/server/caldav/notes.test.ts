import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { davClient } from '../../../test/caldav.ts'
import { engines } from '../../../test/database.ts'
import { addTask } from '../../../test/tasks.ts'

const commentsIn = (text: string) =>
  [...text.replaceAll('\r\n ', '').matchAll(/^COMMENT[^:\r]*:(.*)\r$/gm)].map(([, value]) => value)

test.for(engines)('%s: every change of the newest notes reaches clients', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  const task = await addTask(ana, { title: 'Call' })
  const path = `/tasks/task/${task._id}/notes`
  const add = async (text: string) => (await ana.post(path, { text })).body.note
  const client = await davClient(app, ana)
  const name = `${task._id}.ics`
  let { token } = await client.sync()
  const tags = new Set<string>()
  /** The comments after a change, which gives the to-do a new ETag. */
  async function comments() {
    const changes = await client.sync(token)
    token = changes.token
    const { text, headers } = await client.send('GET', name)
    expect(changes.tags).toEqual({ [name]: headers.etag })
    expect(tags).not.toContain(headers.etag)
    tags.add(`${headers.etag}`)
    return commentsIn(text)
  }

  const [first] = [await add('one'), await add('two')]
  expect(await comments()).toEqual(['one', 'two'])
  await ana.put(`${path}/${first._id}`, { text: 'One\\, again' })
  expect(await comments()).toEqual(['One\\\\\\, again', 'two'])
  await ana.delete(`${path}/${first._id}`)
  await add('three')
  expect(await comments()).toEqual(['two', 'three'])
  for (const text of ['four', 'five']) await add(text)
  expect(await comments()).toEqual(['three', 'four', 'five'])
})

/** A to-do as a client sends it that drops the parameters that it does not know, and has its own way to escape and to fold. */
const unmarked = (text: string) =>
  text.replaceAll('\r\n ', '').replaceAll(';X-TASKDECK-OWN=TRUE', '').replaceAll('\\n', '\\N')

test.for(engines)(
  '%s: notes and the percentage do not become properties of a client that drops their mark',
  async (engine) => {
    const app = await testApp({ engine })
    const ana = app.as('ana')
    const task = await addTask(ana, { title: 'Call' })
    const [done, open] = [await addTask(ana, { partOf: task._id }), await addTask(ana, { partOf: task._id })]
    await ana.put(`/tasks/updateTask/${done._id}`, { status: 'Completed' })
    const path = `/tasks/task/${task._id}/notes`
    const { note } = (await ana.post(path, { text: 'one,\ntwo' })).body
    const client = await davClient(app, ana)
    const name = `${task._id}.ics`
    const read = () => client.send('GET', name)
    const rename = (text: string, title: string, ifMatch?: unknown) =>
      client.send('PUT', name, text.replace(/SUMMARY:.*/, `SUMMARY:${title}`), ifMatch ? { ifMatch: `${ifMatch}` } : {})

    const { text, headers } = await read()
    expect(unmarked(text)).toContain('\r\nPERCENT-COMPLETE:50\r\n')
    expect((await rename(unmarked(text), 'Call Bo', headers.etag)).status).toBe(204)
    // Without a version, as Tasks.org writes.
    expect((await rename(unmarked(text), 'Call Cleo')).status).toBe(204)
    expect(commentsIn((await read()).text)).toEqual(['one\\,\\ntwo'])

    // Nobody can say whether a comment is a note that was changed since, or one of the client.
    const before = await read()
    await ana.put(`${path}/${note._id}`, { text: 'three' })
    expect((await rename(unmarked(before.text), 'Call Dan', before.headers.etag)).status).toBe(412)
    expect((await rename(before.text, 'Call Eve', before.headers.etag)).status).toBe(204)
    const after = await read()
    expect((await rename(unmarked(after.text), 'Call Dan', after.headers.etag)).status).toBe(204)
    for (const { _id } of [done, open]) await ana.delete(`/tasks/deleteTask/${_id}`)
    await ana.delete(`${path}/${note._id}`)
    const last = await read()
    expect(last.text).toContain('SUMMARY:Call Dan')
    expect(last.text).not.toMatch(/COMMENT|PERCENT/)
    const own = last.text.replace('END:VTODO', 'COMMENT:Of the client\r\nEND:VTODO')
    expect((await rename(own, 'Call Dan', last.headers.etag)).status).toBe(204)
    expect(commentsIn((await read()).text)).toEqual(['Of the client'])
  },
)

test('a long description and long notes leave room for the change of a client', async () => {
  const app = await testApp()
  const ana = app.as('ana')
  const task = await addTask(ana, { title: 'Call', description: '🙂'.repeat(5_000) })
  for (const sign of ['🙂', '🙃', '🤔']) await ana.post(`/tasks/task/${task._id}/notes`, { text: sign.repeat(10_000) })
  const client = await davClient(app, ana)
  const { text, headers } = await client.send('GET', `${task._id}.ics`)
  const sent = text
    .replaceAll('\r\n ', '')
    .replace(/COMMENT.*\r\n/g, '')
    .replace('SUMMARY:Call', 'SUMMARY:Call Bo')
  expect((await client.send('PUT', `${task._id}.ics`, sent, { ifMatch: `${headers.etag}` })).status).toBe(204)
})
