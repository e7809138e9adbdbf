import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Engine, engines } from '../../../test/database.ts'
import { openFiles } from '../../../test/open-files.ts'
import { addTask } from '../../../test/tasks.ts'
import { endOfForm, filePart, openUpload, part, uploadApp } from '../../../test/uploads.ts'

const megabyte = 1_000_000

/** Ana with a task. A file may have one megabyte. */
async function world(engine: Engine = 'sqlite', config = {}) {
  const app = await uploadApp({ engine, config: { maxFileBytes: megabyte, ...config } })
  const ana = app.as('ana')
  const { _id } = await addTask(ana)
  return {
    ...app,
    ana,
    task: _id,
    /** Expects that no byte and no row is left. */
    async nothingLeft() {
      const left = async () => [...(await app.stored()), ...(await openFiles(app.folder))]
      await expect.poll(left).toEqual([])
      expect(await app.rows()).toEqual([])
    },
  }
}

const choose = 'Please choose a file first. It must be sent in a field named file.'
const whole = 'Send a complete form that contains one file and nothing else.'
const asForm = 'Send the file as multipart/form-data, in a field named file.'
const file = filePart()
const headWithoutEnd = '--the-boundary\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\rbytes\r\n'

test.for(engines)('%s: a form without exactly one file named "file" is refused', async (engine) => {
  const { ana, task, send, nothingLeft } = await world(engine)
  const refused = [
    ['another field', [part('name="files"; filename="a.txt"'), endOfForm], choose],
    ['no name', [part('filename="a.txt"'), endOfForm], choose],
    ['a hostile name', [part('name="__proto__"; filename="a.txt"'), endOfForm], choose],
    ['no file chosen', [part('name="file"; filename=""', '', 'application/octet-stream'), endOfForm], choose],
    ['a text instead of a file', [part('name="file"'), endOfForm], choose],
    ['no part', [endOfForm], choose],
    ['nothing', [], choose],
    ['a field first', [part('name="title"'), file, endOfForm], choose],
    ['a field last', [file, part('name="title"'), endOfForm], whole],
    ['two files', [file, file, endOfForm], whole],
    ['two files in one piece', [Buffer.concat([file, file, endOfForm])], whole],
    ['a second file under another name', [file, part('name="other"; filename="a"'), endOfForm], whole],
    ['a thousand files', [...Array(1_000).fill(file), endOfForm], whole],
    ['no end', [file], whole],
    ['half a file', [file.subarray(0, -4)], whole],
    ['a second file that breaks off', [file, file.subarray(0, -4)], whole],
    ['many files, of which the last breaks off', [...Array(1_100).fill(file), file.subarray(0, -4)], whole],
    ['a head that does not end', [headWithoutEnd, endOfForm], choose],
    ['half a head', [file.subarray(0, 30)], choose],
    ['another boundary', ['--other\r\n', file.subarray(file.indexOf('\r\n') + 2), '--other--'], choose],
  ] as const
  for (const [name, pieces, message] of refused) {
    const { status, body } = await send(ana, task, pieces)
    expect([name, status, body]).toEqual([name, 400, { message, code: 'invalid_input' }])
  }
  await nothingLeft()
})

test('a body that is not a form is refused', async () => {
  const { ana, task, send, nothingLeft } = await world()
  const json = 'Send the body as application/json.'
  const refused = [
    ['application/json', ['{}'], 415, 'wrong_type', asForm],
    ['text/plain', ['hello'], 415, 'wrong_type', json],
    ['application/octet-stream', ['hello'], 415, 'wrong_type', json],
    ['application/x-www-form-urlencoded', ['file=a'], 415, 'wrong_type', json],
    ['multipart/mixed; boundary=the-boundary', [file, endOfForm], 415, 'wrong_type', json],
    ['multipart/form-data', [file, endOfForm], 400, 'invalid_input', choose],
    ['multipart/form-data; boundary=', [file, endOfForm], 400, 'invalid_input', choose],
  ] as const
  for (const [type, pieces, expected, code, message] of refused) {
    const { status, body } = await send(ana, task, pieces, { 'content-type': type })
    expect([type, status, body]).toEqual([type, expected, { message, code }])
  }
  const none = await ana.post(`/tasks/task/${task}/upload`)
  expect([none.status, none.body.message]).toEqual([415, asForm])
  await nothingLeft()
})

test.for(engines)(
  '%s: a file above the size limit is refused with the limit, and a file of exactly that size is accepted',
  async (engine) => {
    const { ana, task, send, nothingLeft, stored } = await world(engine)
    const sizes = [megabyte + 1, 5 * megabyte, 50 * megabyte]
    for (const size of sizes) {
      const form = [filePart(Buffer.alloc(size)), endOfForm]
      const length = { 'content-length': form.reduce((sum, piece) => sum + piece.length, 0) }
      for (const headers of [length, {}]) {
        const { status, body } = await send(ana, task, form, headers)
        const refusal = { message: 'The file is too large. The limit is 1 MB.', code: 'too_large' }
        expect([size, status, body]).toEqual([size, 413, refusal])
      }
    }
    await nothingLeft()
    const { status } = await send(ana, task, [filePart(Buffer.alloc(megabyte)), endOfForm])
    expect([status, (await stored()).length]).toEqual([201, 1])
  },
)

test('a client that sends slightly too much before reading still gets the response', async () => {
  const { ana, task, origin, nothingLeft } = await world()
  const form = Buffer.concat([filePart(Buffer.alloc(megabyte + 100_000)), endOfForm])
  const { socket, answer } = await openUpload(origin, ana, task, ['transfer-encoding: chunked'])
  socket.pause()
  socket.write(`${form.length.toString(16)}\r\n`)
  socket.write(form)
  await new Promise((resolve) => socket.write('\r\n0\r\n\r\n', resolve))
  socket.resume()
  const { status, text } = await answer()
  expect([status, text]).toEqual([413, expect.stringContaining('The file is too large. The limit is 1 MB.')])
  await nothingLeft()
})

test('an upload with a wrong Content-Length is not stored', async () => {
  const { ana, task, origin, nothingLeft } = await world()
  const form = Buffer.concat([filePart(Buffer.alloc(5 * megabyte)), endOfForm])

  const tooShort = await openUpload(origin, ana, task, ['content-length: 1000'])
  tooShort.socket.write(form)
  expect((await tooShort.answer()).status).toBe(400)

  const tooLong = await openUpload(origin, ana, task, [`content-length: ${filePart().length + endOfForm.length + 100}`])
  tooLong.socket.resume().end(filePart().subarray(0, -10))
  await once(tooLong.socket, 'close')

  const both = await openUpload(origin, ana, task, ['content-length: 10', 'transfer-encoding: chunked'])
  both.socket.write(`${form.length.toString(16)}\r\n`)
  both.socket.write(form)
  expect((await both.answer()).status).toBe(400)

  const noNumber = await openUpload(origin, ana, task, ['content-length: 1e9'])
  expect((await noNumber.answer()).status).toBe(400)

  for (const { socket } of [tooShort, both, noNumber]) socket.destroy()
  await nothingLeft()
})

test.for(engines)('%s: an aborted upload leaves nothing', async (engine) => {
  const { as, origin, stored, nothingLeft, database } = await world(engine)
  const people = ['bo', 'cy', 'di', 'ed', 'flo'].map(as)
  for (const person of people) await addTask(person)
  const form = filePart(Buffer.alloc(megabyte))
  const cuts = [0, 20, 100, 500, 200_000, 900_000, form.length - 1, form.length]
  const broken = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const person = people[index % people.length] ?? people[0]
      const { socket } = await openUpload(origin, person, '1', ['content-length: 1010000'])
      socket.write(form.subarray(0, cuts[index % cuts.length]))
      return socket
    }),
  )
  // Most uploads are being written by now.
  await expect.poll(async () => (await stored()).length).toBeGreaterThanOrEqual(20)
  for (const [index, socket] of broken.entries()) index % 2 ? socket.destroy() : socket.resetAndDestroy()
  await nothingLeft()
  await expect.poll(() => database.db.selectFrom('uploads').selectAll().execute()).toEqual([])
})

test('an upload that almost stalls is cut off, and a slow but steady one may take its time', async () => {
  const { ana, task, send, stored, nothingLeft, call } = await world('sqlite', { requestTimeoutMs: 1_000 })
  async function* pieces(size: number) {
    for (let sent = 0; sent < 15; sent++) {
      yield sent ? 'x'.repeat(size) : filePart().subarray(0, -2)
      await pause(100)
    }
    yield Buffer.concat([Buffer.from('\r\n'), endOfForm])
  }
  expect(await send(ana, task, pieces(10))).toMatchObject({ status: 408, body: { code: 'timeout' } })
  await nothingLeft()
  const { status, body } = await send(ana, task, pieces(1_000))
  expect(status).toBe(201)
  expect(await stored()).toHaveLength(1)
  const response = await call(ana, `/tasks/task/${task}/files/${body.file?._id}`)
  expect((await response.text()).length).toBe('bytes'.length + 14_000)
})

test('an upload without a session or a task is refused before any byte is read', async () => {
  const { as, ana, task, origin, nothingLeft } = await world()
  const bo = as('bo')
  await addTask(bo)
  const asked = [
    [undefined, task, 401],
    [bo, task, 404],
    [bo, '2', 404],
    [ana, '2', 404],
    [ana, 'nothing', 404],
  ] as const
  for (const [person, id, expected] of asked) {
    const { socket, answer } = await openUpload(origin, person, id, ['content-length: 1000000000'])
    const { status } = await answer()
    expect([id, status]).toEqual([id, expected])
    socket.destroy()
  }
  await nothingLeft()
})

test.for(engines)('%s: an upload to a task that is deleted in the meantime is refused as not found', async (engine) => {
  const { ana, task, send, stored, nothingLeft } = await world(engine)
  async function* slowly() {
    yield file
    while (!(await stored()).length) await pause(5)
    expect((await ana.delete(`/tasks/deleteTask/${task}`)).status).toBe(200)
    yield endOfForm
  }
  const { status, body } = await send(ana, task, slowly())
  expect([status, body]).toEqual([
    404,
    { message: 'That task is in the trash. Restore it first.', code: 'not_found', trashed: true, ids: [task] },
  ])
  await nothingLeft()
})
