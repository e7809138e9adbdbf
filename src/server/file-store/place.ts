import { resolve } from 'node:path'

export interface S3Place {
  kind: 's3'
  bucket: string
  /** Empty, or a path that ends with a slash. */
  prefix: string
  /** The address of the server; absent for AWS itself. */
  endpoint: string | undefined
  /** The address of the same server for browsers, if they cannot reach `endpoint`. */
  publicEndpoint: string | undefined
  region: string | undefined
}

/** Where files are stored. */
export type FilesPlace = { kind: 'disk'; folder: string } | S3Place

const bucketForm = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const prefixForm = /^([\w.-]+(\/[\w.-]+)*)?$/
const form = 'must be file:PATH or s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION'

/** Parses `FILES_URL`. Throws an Error that completes the sentence "FILES_URL=value …". */
export function filesPlace(text: string, usualRegion?: string): FilesPlace {
  if (/^file:./.test(text)) return { kind: 'disk', folder: resolve(text.slice('file:'.length)) }
  const url = text.startsWith('s3://') ? URL.parse(text) : null
  if (!url) throw new Error(form)
  if (url.username || url.password) {
    throw new Error('must not contain credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  }
  const prefix = url.pathname.replace(/^\/|\/$/g, '')
  if (!bucketForm.test(url.hostname) || url.port) throw new Error(`${form}, with the name of a bucket`)
  // A URL resolves `..`, which nobody means here.
  if (!prefixForm.test(prefix) || prefix.length > 200 || /\/\.\.?(\/|\?|$)/.test(text)) {
    throw new Error('must have a prefix of letters, digits, - _ . and / only')
  }
  const { endpoint, region, public: publicEndpoint, ...others } = Object.fromEntries(url.searchParams)
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new Error(`has the unknown parameter ${unknown}: use endpoint, region and public`)
  return {
    kind: 's3',
    bucket: url.hostname,
    prefix: prefix && `${prefix}/`,
    endpoint: address(endpoint, 'endpoint'),
    publicEndpoint: address(publicEndpoint, 'public'),
    region: region || usualRegion || undefined,
  }
}

function address(text: string | undefined, name: string) {
  if (!text) return undefined
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new Error(`must have an address such as https://s3.example.org as ${name}`)
  }
  return text.replace(/\/$/, '')
}

/** The name of a place for messages. */
export function placeName(place: FilesPlace): string {
  if (place.kind === 'disk') return place.folder
  const { bucket, prefix, endpoint } = place
  return `s3://${bucket}/${prefix}${endpoint ? ` at ${endpoint}` : ''}`
}
