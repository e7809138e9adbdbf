import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { printedBy, runOperator } from '../../../test/operator.ts'
import { credentials } from '../../../test/people.ts'
import { freshPlace, type StoreKind, storeKinds, type TestPlace } from '../../../test/stores.ts'
import { addTask } from '../../../test/tasks.ts'
import { endOfForm, filePart, formType, uploadApp } from '../../../test/uploads.ts'
import { moveFiles } from './move-files.ts'

/** Ana with files in one place, and the command that moves them to another one. */
async function world(from: StoreKind, to: StoreKind, engine = engines[0]) {
  const app = await uploadApp({ store: from, ...(engine ? { engine } : {}) })
  const ana = app.as('ana')
  await addTask(ana)
  const owner = (await ana.user())._id
  const target = await freshPlace(to)
  const { s3Credentials } = (from === 's3' ? app.place : target).config
  const env = {
    DATABASE_URL: app.config.databaseUrl,
    DATA_DIR: app.config.dataDir,
    ...(s3Credentials
      ? { AWS_ACCESS_KEY_ID: s3Credentials.accessKeyId, AWS_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey }
      : {}),
  }
  return {
    ...app,
    ana,
    owner,
    target,
    env,
    move: (...args: string[]) => printedBy(moveFiles, env, app.place.url, target.url, ...args),
    /** A second process on the same database with other settings for files. */
    restart: async (files: TestPlace, oldFiles?: TestPlace) => {
      const config = { ...app.config, ...files.config, oldFiles: oldFiles?.config.files }
      if (s3Credentials) config.s3Credentials = s3Credentials
      return testApp({ config })
    },
  }
}

const routes =
  storeKinds.length > 1
    ? ([
        ['disk', 's3'],
        ['s3', 'disk'],
        ['s3', 's3'],
        ['disk', 'disk'],
      ] as const)
    : ([['disk', 'disk']] as const)

test.for(routes)(
  'from %s to %s: every file is moved, also those of the trash, and a second run copies nothing',
  async ([from, to]) => {
    const { ana, owner, upload, place, target, move } = await world(from, to)
    const sizes = [0, 10, 6_000_000]
    const files = []
    for (const size of sizes) files.push(await upload(ana, '1', randomBytes(size)))
    await ana.delete(`/tasks/task/1/files/${files[1]?._id}`)
    const paths = files.map(({ _id }) => `${owner}/${_id}`).sort()
    const printed = await move()
    expect(printed).toContain('3 files: 3 copied (6.0 MB), 0 there already\nDone: ')
    expect(printed).toContain('Restart the server with the new FILES_URL')
    expect([await place.paths(), await target.paths()]).toEqual([paths, paths])
    expect(await move()).toContain('3 files: 0 copied (0 B), 3 there already\n')
  },
)

test.for(storeKinds)('%s: during a move, every file can be read, added and deleted', async (kind) => {
  const { ana, owner, upload, place, target, move, restart, env } = await world('disk', kind)
  const [before, removed] = [await upload(ana, '1', 'before'), await upload(ana, '1', 'removed')]
  const late = (await restart(target, place)).visitor()
  await late.post('/auth/login', credentials('ana'))
  const added = await late.send('POST', '/tasks/task/1/upload', Buffer.concat([filePart('added'), endOfForm]), {
    headers: { 'content-type': formType },
  })
  const inTarget = `${owner}/${added.body.file._id}`
  const read = async (id: string) => (await late.get(`/tasks/task/1/files/${id}`)).text
  expect(await read(before._id)).toBe('before')
  await late.delete(`/tasks/task/1/files/${removed._id}`)
  expect((await late.delete(`/tasks/task/1/files/${removed._id}/forever`)).status).toBe(200)
  expect([await place.paths(), await target.paths()]).toEqual([[`${owner}/${before._id}`], [inTarget]])
  const printed = await printedBy(
    moveFiles,
    { ...env, FILES_URL: target.url, OLD_FILES_URL: place.url },
    place.url,
    target.url,
  )
  expect(printed).toContain('2 files: 1 copied (6 B), 1 there already\n')
  expect(printed).toContain('Now remove OLD_FILES_URL and restart the server.\nThe originals are still in ')
  await place.remove(`${owner}/${before._id}`)
  expect(await read(before._id)).toBe('before')
  expect(await read(added.body.file._id)).toBe('added')
  expect(await move()).toContain('2 there already')
})

test('a damaged original, a missing one and a damaged copy are named, and a later run repairs what it can', async () => {
  const { ana, owner, upload, place, target, move, env } = await world('disk', storeKinds.at(-1) ?? 'disk')
  const files = []
  for (const text of ['good', 'damaged', 'missing']) files.push(await upload(ana, '1', text))
  const [good = '', damaged = '', missing = ''] = files.map(({ _id }) => `${owner}/${_id}`)
  await place.write(damaged, 'DAMAGED')
  await place.remove(missing)
  const { code, output } = await runOperator('move-files.ts', env, place.url, target.url)
  expect(code).toBe(1)
  expect(output).toContain('3 files: 1 copied (4 B), 0 there already, 2 failed')
  expect(output).toContain(`FAILED  ${damaged}: The stored file was changed or damaged: its SHA-256 is different`)
  expect(output).toContain(`FAILED  ${missing}: ENOENT`)
  expect(output).toContain('The files were not moved completely. 2 files could not be copied')
  expect(await target.paths()).toEqual([good])

  await place.write(damaged, 'damaged')
  await place.write(missing, 'missing')
  // Of the same size, so that only its hash tells.
  await target.write(good, 'evil')
  expect(await move('--check')).toContain('3 files: 3 copied (18 B), 0 there already\n')
  expect(await move('--check')).toContain('3 files: 0 copied (0 B), 3 there already\n')
})

test('wrong arguments, an unknown place and the files of another database are refused before anything is copied', async () => {
  const { ana, upload, place, target, env } = await world('disk', 'disk')
  await upload(ana, '1', 'bytes')
  const refuse = (...args: string[]) => expect(printedBy(moveFiles, env, ...args)).rejects
  await refuse(place.url).toThrow('Usage:')
  await refuse(place.url, place.url).toThrow('FROM and TO are the same place.')
  await refuse(place.url, 'ftp://files').toThrow('"ftp://files" must be file:PATH or s3://BUCKET/PREFIX')
  await target.write('installation-id', 'another')
  await refuse(place.url, target.url).toThrow('do not belong to')
  expect(await target.paths()).toEqual([])
})
