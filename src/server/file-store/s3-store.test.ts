import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { s3Place, sharedS3 } from '../../../test/stores.ts'
import type { S3Place } from './place.ts'
import { s3Store } from './s3-store.ts'
import { s3Uploads } from './s3-upload.ts'
import type { FileKey } from './store.ts'

async function* bytesOf(size: number) {
  yield randomBytes(size)
}

async function world(more = {}) {
  const place = s3Place(await sharedS3())
  const options = { maxFileBytes: 100_000_000, requestTimeoutMs: 30_000, credentials: place.config.s3Credentials }
  return { ...place, store: s3Store(place.config.files as S3Place, { ...options, ...more }) }
}

test('a sweep of a large bucket lists a limited number of files, and the next one continues there', async () => {
  const { store, write, s3, bucket, prefix } = await world({ maxPageFiles: 2 })
  const owners = [randomUUID(), randomUUID(), randomUUID()]
  const paths = owners.flatMap((owner) => Array.from({ length: 10 }, () => `${owner}/${randomUUID()}`)).sort()
  await Promise.all(paths.map((path) => write(path, 'x')))
  await write('removed/2026-11-15/other', 'x')
  const sweep = async () => {
    const found: FileKey[] = []
    for await (const page of store.pagesToSweep()) found.push(...page)
    return found.map(({ owner, id }) => `${owner}/${id}`)
  }
  const position = () =>
    s3.getObject({ Bucket: bucket, Key: `${prefix}sweep-position` }).then(
      async ({ Body }) => (await Body?.transformToString())?.trim(),
      () => undefined,
    )
  // Ten pages of two files.
  expect(await sweep()).toEqual(paths.slice(0, 20))
  expect(await position()).toBe(paths[19])
  expect(await sweep()).toEqual(paths.slice(20))
  expect(await position()).toBe(undefined)
  expect(await sweep()).toEqual(paths.slice(0, 20))
})

test('an unfinished upload counts as written when its last part was stored', async () => {
  const { store, s3, bucket: Bucket, prefix } = await world()
  const [owner, id] = [randomUUID(), randomUUID()]
  const Key = `${prefix}${owner}/${id}`
  const { UploadId } = await s3.createMultipartUpload({ Bucket, Key })
  const [begun] = await store.unfinished()
  expect(begun).toEqual({ id: `${owner}/${id}?${UploadId}`, writtenAt: expect.any(Number) })
  await s3.uploadPart({ Bucket, Key, UploadId, PartNumber: 1, Body: randomBytes(1_000) })
  const { Parts = [] } = await s3.listParts({ Bucket, Key, UploadId })
  const [continued] = await store.unfinished()
  expect(continued?.writtenAt).toBe(Parts[0]?.LastModified?.getTime())
  for (const _ of [1, 2]) await store.removeUnfinished(continued?.id ?? '')
  expect(await store.unfinished()).toEqual([])
})

test('large uploads wait for a place, because their parts are held in memory; small ones do not', async () => {
  const { s3, bucket: Bucket, prefix } = await world()
  const upload = s3Uploads(5 * 1024 ** 2, { maxRunning: 1, maxWaiting: 1, maxWaitMs: 50 })
  const at = (name: string) => ({ Bucket, Key: `${prefix}${name}` })
  const [holds, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  async function* slowly() {
    yield randomBytes(300_000)
    holds.resolve()
    await go.promise
  }
  const first = upload(s3, at('first'), slowly())
  await holds.promise
  await expect(upload(s3, at('second'), bytesOf(300_000))).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Too many large files are being uploaded at the moment. Please try again shortly.',
  })
  expect(await upload(s3, at('small'), bytesOf(200_000))).toMatchObject({ size: 200_000 })
  go.resolve()
  expect(await first).toMatchObject({ size: 300_000 })
  expect(await upload(s3, at('third'), bytesOf(300_000))).toMatchObject({ size: 300_000 })
})
