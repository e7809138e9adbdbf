import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { engines } from '../../../test/database.ts'
import { storeKinds } from '../../../test/stores.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import { endOfForm, filePart, fileWorlds, part, uploadApp, worldOf } from '../../../test/uploads.ts'

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test.for(engines)(
  '%s: a file is stored with its name, size, type and hash, and listed with its task',
  async (engine) => {
    const now = Date.UTC(2026, 10, 1, 12, 30)
    const app = await uploadApp({ engine, dependencies: { clock: () => now } })
    const ana = app.as('ana')
    const [task, other] = [await addTask(ana), await addTask(ana)]
    const bytes = randomBytes(300_000)
    const form = new FormData()
    form.set('file', new File([bytes], 'Größe 漢字 🙂.png', { type: 'image/png' }))
    const response = await app.call(ana, `/tasks/task/${task._id}/upload`, { method: 'POST', body: form })
    const file = {
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Größe 漢字 🙂.png',
      size: 300_000,
      type: 'image/png',
      sha256: sha256(bytes),
      createdAt: '2026-11-01T12:30:00.000Z',
    }
    const body = (await response.json()) as { file: { _id: string } }
    expect([response.status, body]).toEqual([201, { message: 'File uploaded successfully!', file, change: 3, seq: 3 }])

    expect((await ana.get(`/tasks/task/${task._id}`)).body).toEqual({
      ...task,
      fileCount: 1,
      files: [body.file],
    })
    expect((await ana.get(`/tasks/task/${other._id}`)).body.files).toEqual([])
    expect(await listTasks(ana)).toEqual([other, { ...task, fileCount: 1 }])
    const owner = (await ana.user())._id
    expect(await app.stored()).toEqual([`${owner}/${body.file._id}`])
    expect((await readFile(join(app.folder, owner, body.file._id))).equals(bytes)).toBe(true)
  },
)

test.for(engines)('%s: a task can have any number of files, newest first, even with the same name', async (engine) => {
  let now = Date.UTC(2026, 10, 1)
  const app = await uploadApp({ engine, dependencies: { clock: () => now++ } })
  const ana = app.as('ana')
  await addTask(ana)
  const files = []
  for (const id of ['1', '%231', '1', '%231']) files.unshift(await app.upload(ana, id, `version ${files.length}`))
  expect((await ana.get('/tasks/task/1')).body.files).toEqual(files)
  expect(await app.stored()).toHaveLength(4)
})

test.for(fileWorlds)('%s: an empty file is accepted', async (name) => {
  const app = await uploadApp(worldOf(name))
  const ana = app.as('ana')
  const { _id } = await addTask(ana)
  const file = await app.upload(ana, _id, '')
  expect([file.size, file.sha256]).toEqual([0, sha256('')])
  const download = await app.call(ana, `/tasks/task/${_id}/files/${file._id}`)
  expect([download.status, await download.text()]).toEqual([200, ''])
})

test.for(storeKinds)(
  '%s: bytes that look like the end of a form, in chunks of any size, arrive unchanged',
  async (store) => {
    const app = await uploadApp({ store })
    const ana = app.as('ana')
    await addTask(ana)
    const tricky = Buffer.concat([
      Buffer.from('\r\n--the-boundar\r\n--\r\n\r\n--the-boundary'.slice(0, -1)),
      randomBytes(2_000),
    ])
    const form = Buffer.concat([filePart(tricky), endOfForm])
    const single = Array.from({ length: form.length }, (_, index) => form.subarray(index, index + 1))
    for (const pieces of [[form], single, [form.subarray(0, 40), form.subarray(40)]]) {
      const { status, body } = await app.send(ana, '1', pieces)
      expect([status, body.file?.size, body.file?.sha256]).toEqual([201, tricky.length, sha256(tricky)])
    }
  },
)

test('bytes before and after a form are ignored, however late they arrive', async () => {
  const app = await uploadApp()
  const ana = app.as('ana')
  await addTask(ana)
  async function* withPauses(...pieces: (string | Buffer)[]) {
    for (const piece of pieces) {
      yield piece
      await pause(20)
    }
  }
  for (const after of [[], ['epilogue'], ['\r\n', 'epi', 'logue'], [filePart(), endOfForm]]) {
    const { status, body } = await app.send(ana, '1', withPauses('preamble\r\n', filePart(), endOfForm, ...after))
    expect([after, status, body.file?.size]).toEqual([after, 201, 5])
  }
})

test.for(engines)('%s: an invalid type is stored as plain bytes', async (engine) => {
  const app = await uploadApp({ engine })
  const ana = app.as('ana')
  await addTask(ana)
  const bytes = 'application/octet-stream'
  const types = [
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', undefined],
    ['text/plain; charset=utf-16', 'text/plain'],
    ['text/pl\0ain', bytes],
    ['text/html\tx', bytes],
    ['<script>', bytes],
    ['text/ünï', bytes],
    ['a/b/c', bytes],
    [`text/${'x'.repeat(5_000)}`, bytes],
  ] as const
  for (const [type, kept = type] of types) {
    const { status, body } = await app.send(ana, '1', [part('name="file"; filename="a"', 'x', type), endOfForm])
    expect([type, status, body.file?.type]).toEqual([type, 201, kept])
  }
})

/** Names as bytes on the wire, and the stored names. */
const hostile = [
  ['../../etc/passwd', 'passwd'],
  ['..\\\\..\\\\boot.ini', 'boot.ini'],
  ['a\0b.txt', 'ab.txt'],
  ['a%0D%0Aset-cookie: evil=1.txt', 'a%0D%0Aset-cookie: evil=1.txt'],
  ['invoice\u202etxt.exe', 'invoicetxt.exe'],
  ['say \\"hi\\".txt', 'say "hi".txt'],
  ['%22quoted%22.txt', '"quoted".txt'],
  [`${'n'.repeat(300)}.txt`, `${'n'.repeat(196)}.txt`],
  [`${'🙂'.repeat(300)}.txt`, `${'🙂'.repeat(196)}.txt`],
  ['....', 'file'],
  ['🙂.txt', '🙂.txt'],
  ['<img src=x onerror=alert(1)>.html', '<img src=x onerror=alert(1)>.html'],
  ['a; filename=b.txt', 'a; filename=b.txt'],
  ["'; drop table files; --", "'; drop table files; --"],
  ['\x07bell\x1b[2J.txt', 'bell[2J.txt'],
] as const

test.for(engines)('%s: a hostile name does no harm on the disk or in a header', async (engine) => {
  const app = await uploadApp({ engine })
  const ana = app.as('ana')
  const owner = (await ana.user())._id
  const { _id } = await addTask(ana)
  for (const [given, kept] of hostile) {
    const { status, body } = await app.send(ana, _id, [part(`name="file"; filename="${given}"`), endOfForm])
    expect([given, status, body.file?.name]).toEqual([given, 201, kept])
    expect(await app.stored()).toContain(`${owner}/${body.file?._id}`)
    const { headers } = await app.call(ana, `/tasks/task/${_id}/files/${body.file?._id}`)
    const disposition = headers.get('content-disposition') ?? ''
    const [, plain, encoded = ''] = /^attachment; filename="([ -~]*)"; filename\*=UTF-8''(\S+)$/.exec(disposition) ?? []
    expect(plain).not.toMatch(/["\\]/)
    expect(decodeURIComponent(encoded)).toBe(kept)
    expect(headers.get('set-cookie')).toBeNull()
  }
  expect(await app.stored()).toHaveLength(hostile.length)
  const { files } = (await ana.get(`/tasks/task/${_id}`)).body
  expect(files.map((file: { name: string }) => file.name).sort()).toEqual(hostile.map(([, kept]) => kept).sort())
})

test('a name with a line break cannot inject a header', async () => {
  const app = await uploadApp()
  const ana = app.as('ana')
  const { _id } = await addTask(ana)
  for (const given of [
    'filename="a\r\nset-cookie: evil=1"',
    'filename="a\nb.txt"',
    "filename*=UTF-8''a%0D%0Ax-evil%3A%201.txt",
  ]) {
    const { status, body } = await app.send(ana, _id, [part(`name="file"; ${given}`), endOfForm])
    expect([201, 400]).toContain(status)
    if (!body.file) continue
    expect(body.file.name).not.toMatch(/[\r\n]/)
    const { headers } = await app.call(ana, `/tasks/task/${_id}/files/${body.file._id}`)
    expect([headers.get('set-cookie'), headers.get('x-evil')]).toEqual([null, null])
  }
})
