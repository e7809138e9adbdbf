import { expect, test } from 'vitest'
import { type Engine, engines } from '../../../test/database.ts'
import { addTask } from '../../../test/tasks.ts'
import { endOfForm, filePart, uploadApp } from '../../../test/uploads.ts'

const megabyte = 1_000_000
const refusal = {
  message:
    'Your files, including the trash and uploads in progress, would exceed the limit of 3 MB. Remove some and empty the trash first.',
  code: 'too_large',
}

/** Each user may store three megabytes in files of at most two. */
async function world(engine: Engine) {
  const app = await uploadApp({ engine, config: { maxFileBytes: 2 * megabyte, maxUserBytes: 3 * megabyte } })
  const ana = app.as('ana')
  await addTask(ana)
  await addTask(ana)
  const form = (size: number) => [filePart(Buffer.alloc(size)), endOfForm]
  return { ...app, ana, form, sum: async () => (await app.rows()).reduce((sum, row) => sum + Number(row.size), 0) }
}

test.for(engines)(
  "%s: the total size of a user's files is limited, and other users are not affected",
  async (engine) => {
    const { ana, as, form, send, sum, stored } = await world(engine)
    expect((await send(ana, '1', form(2 * megabyte))).status).toBe(201)
    const over = await send(ana, '2', form(megabyte + 1))
    expect([over.status, over.body]).toEqual([413, refusal])
    expect((await send(ana, '2', form(megabyte))).status).toBe(201)
    const full = await send(ana, '1', form(1))
    expect([full.status, full.body]).toEqual([413, refusal])
    expect([await sum(), (await stored()).length]).toEqual([3 * megabyte, 2])

    await addTask(as('bo'))
    expect((await send(as('bo'), '1', form(2 * megabyte))).status).toBe(201)
  },
)

test.for(engines)('%s: a removed file frees space once it has left the trash', async (engine) => {
  const { ana, form, send, sum } = await world(engine)
  const { body } = await send(ana, '1', form(2 * megabyte))
  await send(ana, '2', form(megabyte))
  const file = `/tasks/task/1/files/${body.file?._id}`
  const refused = async () => expect((await send(ana, '2', form(megabyte))).body).toEqual(refusal)

  expect((await ana.delete(file)).status).toBe(200)
  await refused()
  expect((await ana.delete(`${file}/forever`)).status).toBe(200)
  expect((await send(ana, '1', form(2 * megabyte))).status).toBe(201)

  expect((await ana.delete('/tasks/deleteTask/1')).status).toBe(200)
  await refused()
  expect((await ana.delete('/tasks/trash/1')).status).toBe(200)
  expect((await send(ana, '2', form(2 * megabyte))).status).toBe(201)

  expect((await ana.delete('/tasks/deleteTask/2')).status).toBe(200)
  await addTask(ana)
  expect((await send(ana, '3', form(1))).body).toEqual(refusal)
  expect((await ana.delete('/tasks/trash')).status).toBe(200)
  expect(await sum()).toBe(0)
  expect((await send(ana, '3', form(2 * megabyte))).status).toBe(201)
})
