import type { Readable } from 'node:stream'
import type { ListObjectsV2CommandOutput } from '@aws-sdk/client-s3'
import { placeName, type S3Place } from '../file-store/place.ts'
import { partBytes, type S3Options, s3Client } from '../file-store/s3-client.ts'
import { meaningOf } from '../file-store/s3-errors.ts'
import { deleteBelow, lastWritten, unfinishedBelow } from '../file-store/s3-listing.ts'
import { abortUpload, clean, s3Uploads } from '../file-store/s3-upload.ts'
import { meter } from './hashing.ts'
import { type BackupPlace, begunName, notingFailure, type PlaceFile } from './place.ts'

/** The largest object of a backup, in at most 10,000 parts, each of which is held in memory. */
const maxObjectBytes = 100 * 1024 ** 3
/** Each holds up to two parts in memory. A backup writes few files at once. */
const places = { maxRunning: 8, maxWaiting: 64, maxWaitMs: 24 * 3_600_000 }
const maxUnfinishedMs = 24 * 3_600_000

/** Backups in a bucket. */
export function s3Place(place: S3Place, settings: Pick<S3Options, 'credentials' | 'requestTimeoutMs'>): BackupPlace {
  const { bucket: Bucket, prefix } = place
  const name = placeName(place)
  const options: S3Options = { ...settings, maxFileBytes: maxObjectBytes, setting: 'BACKUP_TO' }
  const ask = s3Client(place, options, name)
  const upload = s3Uploads(partBytes(options), places)
  const at = (path: string) => ({ Bucket, Key: `${prefix}${path}` })
  const folder = (path: string) => `${prefix}${path && `${path}/`}`

  /** The folders and files directly below a path, in pages. */
  async function* listed(path: string): AsyncGenerator<{ folders: string[]; files: PlaceFile[] }> {
    const Prefix = folder(path)
    let ContinuationToken: string | undefined
    do {
      const page: ListObjectsV2CommandOutput = await ask((s3) =>
        s3.listObjectsV2({ Bucket, Prefix, Delimiter: '/', ContinuationToken }),
      )
      yield {
        folders: (page.CommonPrefixes ?? []).map((one) => one.Prefix?.slice(Prefix.length, -1) ?? ''),
        files: (page.Contents ?? []).map(({ Key = '', Size = 0, LastModified }) => ({
          name: Key.slice(Prefix.length),
          bytes: Size,
          writtenAt: LastModified?.getTime() ?? 0,
        })),
      }
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
  }

  return {
    name,
    isLocal: false,
    async prepare() {
      for (const found of await ask((s3) => unfinishedBelow(s3, { Bucket, Prefix: prefix }))) {
        const age = Date.now() - (await ask((s3) => lastWritten(s3, Bucket, found)))
        if (age > maxUnfinishedMs) await ask((s3) => abortUpload(s3, { Bucket, Key: found.Key ?? '' }, found.UploadId))
      }
    },
    nameOf: (path) => `s3://${Bucket}/${prefix}${path}`,
    async foldersIn(path) {
      const found: string[] = []
      for await (const { folders } of listed(path)) found.push(...folders)
      return found
    },
    async *filesIn(path) {
      for await (const { files } of listed(path)) if (files.length) yield files
    },
    async claim(path, owner) {
      for await (const { files } of listed(path)) if (files.length) return false
      // Of two writers, the server lets one create it. Servers that do not know the condition ignore it.
      const create = ask((s3) => s3.putObject({ ...at(`${path}/${begunName}`), Body: `${owner}\n`, IfNoneMatch: '*' }))
      return create.then(
        () => true,
        (error: Error) => {
          if (error.name === 'PreconditionFailed' || error.name === 'ConditionalRequestConflict') return false
          throw error
        },
      )
    },
    async read(path) {
      const { Body } = await ask((s3) => s3.getObject(at(path)))
      return explainedFailure(Body as Readable, name)
    },
    async write(path, chunks, pace) {
      const target = at(path)
      const { through, digest } = meter(pace)
      const source = notingFailure(chunks)
      try {
        await ask((s3) => upload(s3, target, through(source.chunks())))
        const { ContentLength } = await ask((s3) => s3.headObject(target))
        const written = digest()
        if (ContentLength === written.bytes) return written
        throw new Error(`${name} stored ${ContentLength} bytes of ${path} instead of ${written.bytes}`)
      } catch (error) {
        await ask((s3) => clean(s3, target)).catch(() => undefined)
        throw source.failure() ?? error
      }
    },
    remove: async (path) => void (await ask((s3) => s3.deleteObject(at(path)))),
    removeFolder: async (path) => void (await deleteBelow(ask, { Bucket, Prefix: folder(path) })),
  }
}

/** The server may break off in the middle. */
async function* explainedFailure(body: Readable, name: string): AsyncGenerator<Buffer> {
  try {
    yield* body
  } catch (error) {
    throw meaningOf(error, name)
  }
}
