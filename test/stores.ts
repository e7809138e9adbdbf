import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { S3 } from '@aws-sdk/client-s3'
import { inject } from 'vitest'
import { hasS3Server } from '../scripts/test-programs.mjs'
import { storeAt } from '../src/server/file-store/open-store.ts'
import type { FilesPlace } from '../src/server/file-store/place.ts'
import { type Config, loadConfig } from '../src/server/settings/config.ts'
import { freshFolder } from './database.ts'
import { faultyProxy } from './faulty-proxy.ts'
import { newPrefix, type S3Server } from './s3.ts'

export type StoreKind = FilesPlace['kind']

/** The kinds of file stores under test: both, unless no S3 server is available. */
export const storeKinds: StoreKind[] = hasS3Server() ? ['disk', 's3'] : ['disk']

/** An empty place for files, with a way around our own code to look at it and to change it. */
export interface TestPlace {
  url: string
  /** The settings of an app whose files are there. */
  config: Pick<Config, 'files' | 's3Credentials'>
  /** The paths of all finished files, and of unfinished ones as `unfinished/ID`, except the marks of an installation. */
  paths(): Promise<string[]>
  write(path: string, bytes: string | Buffer): Promise<void>
  remove(path: string): Promise<void>
}

export async function freshPlace(kind: StoreKind): Promise<TestPlace> {
  return kind === 'disk' ? diskPlace(join(await freshFolder(), 'files')) : s3Place(await sharedS3())
}

export const storeOf = ({ config }: TestPlace, more: Partial<Config> = {}) => {
  const settings = { ...loadConfig({}), ...config, ...more }
  if (!settings.files) throw new Error('no place')
  return storeAt(settings.files, settings)
}

/** A folder as a place for files. */
export function diskPlace(folder: string): TestPlace {
  const url = `file:${folder}`
  return {
    url,
    config: configOf(url),
    async paths() {
      const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
      const files = found.filter((entry) => entry.isFile())
      return ours(files.map((entry) => relative(folder, join(entry.parentPath, entry.name))))
    },
    async write(path, bytes) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), bytes)
    },
    remove: (path) => rm(join(folder, path)),
  }
}

/** The S3 server that all tests of this run share. */
export async function sharedS3(): Promise<S3Server> {
  const server = (await (await fetch(inject('sharedS3'))).json()) as S3Server
  if (!server.url) throw new Error(server.env.error)
  return server
}

/** A new prefix in the bucket of a server as a place for files. */
export function s3Place({ url: base, env }: S3Server): TestPlace & { s3: S3; bucket: string; prefix: string } {
  const url = newPrefix(base)
  const config = configOf(url, env)
  const { files, s3Credentials: credentials } = config
  if (files?.kind !== 's3' || !credentials)
    throw new Error('TEST_S3_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  const { bucket: Bucket, prefix: Prefix, endpoint, region = 'us-east-1' } = files
  const s3 = new S3({ ...(endpoint ? { endpoint, forcePathStyle: true } : {}), region, credentials })
  const at = (path: string) => ({ Bucket, Key: `${Prefix}${path}` })
  return {
    url,
    config,
    s3,
    bucket: Bucket,
    prefix: Prefix,
    async paths() {
      const { Contents = [] } = await s3.listObjectsV2({ Bucket, Prefix })
      const { Uploads = [] } = await s3.listMultipartUploads({ Bucket, Prefix })
      const finished = Contents.map(({ Key = '' }) => Key.slice(Prefix.length))
      return ours([...finished, ...Uploads.map(({ Key = '' }) => `unfinished/${Key.split('/').at(-1)}`)])
    },
    write: async (path, Body) => void (await s3.putObject({ ...at(path), Body })),
    remove: async (path) => void (await s3.deleteObject(at(path))),
  }
}

/** A place in the shared S3 server behind a connection that can fail. */
export async function faultyS3Place() {
  const place = s3Place(await sharedS3())
  const { files } = place.config
  if (files?.kind !== 's3' || !files.endpoint) throw new Error('TEST_S3_URL needs an endpoint')
  const proxy = await faultyProxy(files.endpoint)
  return { ...place, proxy, config: { ...place.config, files: { ...files, endpoint: proxy.origin } } }
}

/** The settings of a program whose files are in the same place as those of an app. */
export function envOfFiles({ files, s3Credentials }: Pick<Config, 'files' | 's3Credentials'>): Record<string, string> {
  if (!files) return {}
  if (files.kind === 'disk') return { FILES_URL: `file:${files.folder}` }
  const { bucket, prefix, endpoint = '', region = '' } = files
  return {
    FILES_URL: `s3://${bucket}/${prefix}?${new URLSearchParams({ endpoint, region })}`,
    AWS_ACCESS_KEY_ID: s3Credentials?.accessKeyId ?? '',
    AWS_SECRET_ACCESS_KEY: s3Credentials?.secretAccessKey ?? '',
  }
}

/** Where backups of a place go, as the operator names it, and the settings of a command that uses it. */
export function addressOf({ url, config }: TestPlace) {
  const { FILES_URL, ...credentials } = envOfFiles(config)
  return { address: url.startsWith('file:') ? url.slice('file:'.length) : (FILES_URL ?? ''), credentials }
}

function configOf(url: string, env = {}) {
  const { files, s3Credentials } = loadConfig({ FILES_URL: url, ...env })
  return { files, s3Credentials }
}

const ours = (paths: string[]) => paths.filter((path) => path !== 'installation-id' && path !== 'sweep-position').sort()
