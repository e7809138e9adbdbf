import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { noneIfMissing } from './folders.ts'
import { assertDay, assertIds, dayForm, idForm } from './ids.ts'
import { placeName, type S3Place } from './place.ts'
import { partBytes, type S3Options, s3Client } from './s3-client.ts'
import { deleteBelow, keysBelow, lastWritten, unfinishedBelow } from './s3-listing.ts'
import { s3Signer } from './s3-signer.ts'
import { abortUpload, clean, s3Uploads } from './s3-upload.ts'
import type { FileKey, FileStore } from './store.ts'

/** The pages of up to 1,000 files that one sweep examines. */
const maxPagesPerSweep = 10
/** Larger objects cannot be copied by the server in one step. */
const maxCopyBytes = 5 * 1024 ** 3
/** For a background job that copies a large object. */
const copyMs = 300_000

/**
 * Stores files as the objects `PREFIX/OWNER/ID` of a bucket. Unfinished uploads are multipart uploads of the bucket, and files without a row
 * are moved to `PREFIX/removed/DAY/OWNER/ID`.
 */
export function s3Store(place: S3Place, options: S3Options): FileStore {
  const { bucket: Bucket, prefix } = place
  const name = placeName(place)
  const ask = s3Client(place, options, name)
  const upload = s3Uploads(partBytes(options))
  const signedUrl = s3Signer(place, options)
  const at = (path: string) => ({ Bucket, Key: `${prefix}${path}` })
  const pathOf = ({ owner, id }: FileKey) => {
    assertIds(owner, id)
    return `${owner}/${id}`
  }
  const writing = new Set<string>()

  const headOf = (path: string) => ask((s3) => s3.headObject(at(path))).catch(noneIfMissing)
  const remove = (path: string) => ask((s3) => s3.deleteObject(at(path)))
  const below = (path: string) => ({ Bucket, Prefix: `${prefix}${path}` })

  /** Uploads an object, and removes whatever is left of it if that fails. */
  async function put(path: string, bytes: AsyncIterable<Buffer>) {
    const target = at(path)
    writing.add(target.Key)
    try {
      const stored = await ask((s3) => upload(s3, target, bytes))
      const size = (await headOf(path))?.ContentLength
      if (size !== stored.size) throw new Error(`${name} stored ${size} bytes of ${path} instead of ${stored.size}`)
      return stored
    } catch (error) {
      await ask((s3) => clean(s3, target)).catch(() => undefined)
      throw error
    } finally {
      writing.delete(target.Key)
    }
  }

  const read = async (path: string, range?: { start: number; end: number }) => {
    const Range = range && `bytes=${range.start}-${range.end}`
    const { Body } = await ask((s3) => s3.getObject({ ...at(path), Range }))
    return Body as Readable
  }

  async function textOf(path: string): Promise<string | undefined> {
    const read = ask(async (s3) => (await s3.getObject(at(path))).Body?.transformToString())
    return (await read.catch(noneIfMissing))?.trim() || undefined
  }
  const setText = (path: string, text: string) =>
    ask((s3) => s3.putObject({ ...at(path), Body: `${text}\n`, ContentType: 'text/plain' }))

  /** The files after a path. Their ids sort before everything else that we store. */
  async function* filesAfter(path: string): AsyncGenerator<FileKey[]> {
    for await (const keys of keysBelow(ask, {
      ...below(''),
      StartAfter: path && `${prefix}${path}`,
      MaxKeys: options.maxPageFiles,
    })) {
      const paths = keys.map((key) => key.slice(prefix.length))
      const files = paths.flatMap((path) => keyOf(path) ?? [])
      if (files.length) yield files
      if ((paths.at(-1) ?? '') > 'g') return
    }
  }

  async function daysSetAside() {
    const start = `${prefix}removed/`
    const { CommonPrefixes = [] } = await ask((s3) => s3.listObjectsV2({ ...below('removed/'), Delimiter: '/' }))
    return CommonPrefixes.map(({ Prefix = '' }) => Prefix.slice(start.length, -1)).filter((day) => dayForm.test(day))
  }

  return {
    name,
    idName: `the object ${prefix}installation-id of that bucket`,
    save: async (owner, bytes, id = randomUUID()) => ({ id, ...(await put(pathOf({ owner, id }), bytes)) }),
    read: async (owner, id, range) => read(pathOf({ owner, id }), range),
    sizeOf: async (key) => (await headOf(pathOf(key)))?.ContentLength,
    async signedUrl(key, headers) {
      // Checked here, because the browser would show an error of the S3 server.
      await ask((s3) => s3.headObject(at(pathOf(key))))
      return ask((s3) => signedUrl(s3, at(pathOf(key)), headers))
    },
    remove: async (owner, id) => void (await remove(pathOf({ owner, id }))),
    async removeAll(owner) {
      // An empty owner would be everybody.
      assertIds(owner)
      const folders = ['', ...(await daysSetAside()).map((day) => `removed/${day}/`)]
      for (const folder of folders) await deleteBelow(ask, below(`${folder}${owner}/`))
    },

    pages: () => filesAfter(''),
    async *pagesToSweep() {
      const position = 'sweep-position'
      const start = await textOf(position)
      let count = 0
      for await (const page of filesAfter(start ?? '')) {
        const last = page.at(-1)
        yield page
        if (++count < maxPagesPerSweep || !last) continue
        await setText(position, pathOf(last))
        return
      }
      if (start !== undefined) await remove(position)
    },
    writtenAt: async (key) => (await headOf(pathOf(key)))?.LastModified?.getTime(),
    async setAside(key, day) {
      assertDay(day)
      const path = pathOf(key)
      const size = (await headOf(path))?.ContentLength
      if (size === undefined) return false
      const aside = `removed/${day}/${path}`
      if (size > maxCopyBytes) await put(aside, await read(path))
      else {
        const CopySource = `${Bucket}/${prefix}${path}`
        await ask((s3) => s3.copyObject({ ...at(aside), CopySource }, { requestTimeout: copyMs }))
      }
      await remove(path)
      return true
    },
    daysSetAside,
    async removeSetAside(day) {
      assertDay(day)
      return deleteBelow(ask, below(`removed/${day}/`))
    },
    unfinished: () =>
      ask(async (s3) => {
        const found = []
        for (const upload of await unfinishedBelow(s3, below(''))) {
          const path = upload.Key?.slice(prefix.length) ?? ''
          if (!keyOf(path) || writing.has(`${prefix}${path}`)) continue
          found.push({ id: `${path}?${upload.UploadId}`, writtenAt: await lastWritten(s3, Bucket, upload) })
        }
        return found
      }),
    async removeUnfinished(id) {
      const [path = '', ...uploadId] = id.split('?')
      assertIds(...path.split('/'))
      await ask((s3) => abortUpload(s3, at(path), uploadId.join('?')))
    },

    installationId: () => textOf('installation-id'),
    setInstallationId: async (id) => void (await setText('installation-id', id)),
  }
}

function keyOf(path: string): FileKey | undefined {
  const [owner = '', id = '', ...more] = path.split('/')
  return idForm.test(owner) && idForm.test(id) && !more.length ? { owner, id } : undefined
}
