import type { S3 } from '@aws-sdk/client-s3'
import type { S3Place } from './place.ts'
import { meaningOf } from './s3-errors.ts'

export interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

export interface S3Options {
  /** Without them, the AWS client looks for a profile or the role of the machine. */
  credentials?: Credentials | undefined
  /** Files of up to this size are uploaded, in at most 10,000 parts. */
  maxFileBytes: number
  /** How long a client may pause while it reads a download. */
  requestTimeoutMs: number
  /** How long one attempt may take, if not the usual time. */
  maxAttemptMs?: number
  /** The files of one page of a list, if not 1,000. */
  maxPageFiles?: number
  /** The setting with the address, if not FILES_URL. */
  setting?: string
}

const minPartBytes = 5 * 1024 ** 2
const maxParts = 10_000
const connectMs = 3_000
const answerMs = 8_000
/** A part must arrive at this speed at least, in bytes per millisecond. */
const minSpeed = 1_000
const maxAttempts = 3

/** The size of one part, which is held in memory. */
export const partBytes = ({ maxFileBytes }: Pick<S3Options, 'maxFileBytes'>) =>
  Math.max(minPartBytes, Math.ceil(maxFileBytes / maxParts))

/** Returns a function that asks the S3 server. The client is loaded with the first question, because most installations need none. */
export function s3Client(place: S3Place, options: S3Options, name: string) {
  let loading: Promise<S3> | undefined

  return async <T>(question: (s3: S3) => Promise<T>): Promise<T> => {
    try {
      loading ??= loadS3(place, options)
      return await question(await loading)
    } catch (error) {
      throw meaningOf(error, name, options.setting)
    }
  }
}

export async function loadS3({ endpoint, region }: S3Place, options: S3Options): Promise<S3> {
  const { S3 } = await import('@aws-sdk/client-s3')
  const { credentials, requestTimeoutMs, maxAttemptMs = answerMs + Math.ceil(partBytes(options) / minSpeed) } = options
  // The server limits its requests, so the client need not.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }
  return new S3({
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
    ...(region || endpoint ? { region: region ?? 'us-east-1' } : {}),
    maxAttempts,
    // The signature includes the hash of the body already, and not every server knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: maxAttemptMs,
      throwOnRequestTimeout: true,
      // A download pauses while its reader does.
      socketTimeout: requestTimeoutMs + answerMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
}
