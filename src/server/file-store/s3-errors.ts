import { StoreError } from './store.ts'

interface S3Error {
  name: string
  message: string
  code?: string
  $metadata?: { httpStatusCode?: number }
}

const checkKey = 'check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and what this key may do'
const checkRegion = 'correct the region and the endpoint in SETTING'

/** How the operator corrects a refusal. SETTING is the one with the address. */
const refusals: Record<string, string> = {
  NoSuchBucket: 'create the bucket, or correct SETTING',
  InvalidBucketName: 'correct the bucket in SETTING',
  CredentialsProviderError: 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  RequestTimeTooSkewed: 'correct the clock of this machine',
  AuthorizationHeaderMalformed: checkRegion,
  PermanentRedirect: checkRegion,
}
const full = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientCapacity'])
const missing = new Set(['NoSuchKey', 'NotFound'])

/** Maps an error of the S3 client to a StoreError, to an error with the code ENOENT for a missing file, or returns it as it is. */
export function meaningOf(error: unknown, store: string, setting = 'FILES_URL'): Error {
  const { name, message, code, $metadata } = error as S3Error
  const status = $metadata?.httpStatusCode
  const why = `${code ?? name}${status ? `, status ${status}` : ''}`
  if (full.has(name) || status === 507) return new StoreError('full', `${store} is full (${why})`, error)
  const advice = (refusals[name] ?? (status === 401 || status === 403 ? checkKey : undefined))?.replace(
    'SETTING',
    setting,
  )
  if (advice) return new StoreError('refused', `${store} refuses access (${why}): ${advice}`, error)
  if (missing.has(name))
    return Object.assign(new Error(`${store} does not have this file (${why})`), { code: 'ENOENT' })
  if (status === 416) return new Error(`A file in ${store} is shorter than it was when it was uploaded`)
  if (name === 'NoSuchUpload') return new StoreError('unreachable', `${store} has ended an upload (${why})`, error)
  const isNetwork = status === undefined && (code !== undefined || name === 'TimeoutError' || name === 'AbortError')
  if (isNetwork || status === 429 || (status ?? 0) >= 500) {
    return new StoreError('unreachable', `${store} cannot be reached (${why}: ${message})`, error)
  }
  return error as Error
}
