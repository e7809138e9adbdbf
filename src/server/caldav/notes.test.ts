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
