import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { S3 } from '@aws-sdk/client-s3'
import { AppError } from '../../contract/errors.ts'
import { lanes } from '../work/lanes.ts'

export interface Target {
  Bucket: string
  Key: string
}

/** Uploads of more than this need a place, because the parts of a file are held in memory. */
const smallBytes = 256 * 1024
/** Large uploads of all users on this node. Each holds up to two parts in memory. */
const maxLargeUploads = 32
const usualPlaces = { maxRunning: maxLargeUploads, maxWaiting: 200, maxWaitMs: 5_000 }
const lane = 'large uploads'
/** A connection without activity is closed after 45 seconds, and a server that hangs has used 40 of them. */
const cleanMs = 2_000

/** Returns a function that stores a stream of bytes as one object. */
export function s3Uploads(partSize: number, places = usualPlaces) {
  const large = lanes(places)

  /** Resolves when the object is complete. When it rejects, parts may be left: see `clean`. */
  return async (s3: S3, target: Target, bytes: AsyncIterable<Buffer>) => {
    const { Upload } = await import('@aws-sdk/lib-storage')
    const hash = createHash('sha256')
    let size = 0
    let hasPlace = false
    let failure: unknown

    async function* counted() {
      try {
        for await (const chunk of bytes) {
          size += chunk.length
          if (size > smallBytes && !hasPlace) {
            await enter()
            hasPlace = true
          }
          hash.update(chunk)
          yield chunk
        }
      } catch (error) {
        failure = error
        throw error
      }
    }
    async function enter() {
      try {
        await large.enter(lane)
      } catch {
        throw new AppError(
          'unavailable',
          'Too many large files are being uploaded at the moment. Please try again shortly.',
          { retryAfter: 5 },
        )
      }
    }

    const params = { ...target, Body: Readable.from(counted()) }
    try {
      // One part at a time: more would only use more memory.
      await new Upload({ client: s3, params, partSize, queueSize: 1, leavePartsOnError: true }).done()
      return { size, sha256: hash.digest('hex') }
    } catch (error) {
      if (failure) throw failure
      if (!(await isComplete(s3, target, size, error as Error))) throw error
      return { size, sha256: hash.digest('hex') }
    } finally {
      params.Body.destroy()
      if (hasPlace) large.leave(lane)
    }
  }
}

/** Whether an upload is gone because it was completed, and only the answer got lost. */
async function isComplete(s3: S3, target: Target, size: number, { name }: Error): Promise<boolean> {
  return name === 'NoSuchUpload' && (await s3.headObject(target)).ContentLength === size
}

/**
 * Deletes an object and the parts of its unfinished uploads after a failed upload. The server may have stored the object although its answer
 * got lost. If the server is away, this ends soon, and the sweep removes the rest.
 */
export async function clean(s3: S3, { Bucket, Key }: Target): Promise<void> {
  const limit = { abortSignal: AbortSignal.timeout(cleanMs) }
  const { Uploads = [] } = await s3.listMultipartUploads({ Bucket, Prefix: Key }, limit)
  for (const { UploadId } of Uploads) await abortUpload(s3, { Bucket, Key }, UploadId, limit)
  await s3.deleteObject({ Bucket, Key }, limit)
}

/** Deletes the parts of an unfinished upload, if it still exists. */
export async function abortUpload(s3: S3, target: Target, UploadId: string | undefined, limit = {}): Promise<void> {
  await s3.abortMultipartUpload({ ...target, UploadId }, limit).catch((error: Error) => {
    if (error.name !== 'NoSuchUpload') throw error
  })
}
