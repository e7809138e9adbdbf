import type { S3 } from '@aws-sdk/client-s3'
import type { S3Place } from './place.ts'
import { loadS3, type S3Options } from './s3-client.ts'
import type { Target } from './s3-upload.ts'
import type { DownloadHeaders } from './store.ts'

/** Long enough to start a download, and to resume it after a short interruption. */
const validSeconds = 120

/** Returns a function that signs the address of an object, with the headers that the S3 server must answer with. */
export function s3Signer(place: S3Place, options: S3Options) {
  let forBrowsers: Promise<S3> | undefined

  return async (s3: S3, target: Target, { type, disposition }: DownloadHeaders): Promise<string> => {
    const [{ GetObjectCommand }, { getSignedUrl }] = await Promise.all([
      import('@aws-sdk/client-s3'),
      import('@aws-sdk/s3-request-presigner'),
    ])
    const { publicEndpoint: endpoint } = place
    if (endpoint) forBrowsers ??= loadS3({ ...place, endpoint }, options)
    const command = new GetObjectCommand({
      ...target,
      ResponseContentType: type,
      ResponseContentDisposition: disposition,
      ResponseCacheControl: 'no-store',
    })
    return getSignedUrl((await forBrowsers) ?? s3, command, { expiresIn: validSeconds })
  }
}
