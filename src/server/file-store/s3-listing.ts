import type {
  ListMultipartUploadsCommandOutput,
  ListObjectsV2CommandOutput,
  ListPartsCommandOutput,
  MultipartUpload,
  S3,
} from '@aws-sdk/client-s3'

export type Ask = <T>(question: (s3: S3) => Promise<T>) => Promise<T>

interface Listing {
  Bucket: string
  Prefix: string
  StartAfter?: string | undefined
  MaxKeys?: number | undefined
}

/** The keys below a prefix in pages of up to 1,000, each fetched when it is asked for. */
export async function* keysBelow(ask: Ask, listing: Listing): AsyncGenerator<string[]> {
  let token: string | undefined
  do {
    const page: ListObjectsV2CommandOutput = await ask((s3) =>
      s3.listObjectsV2({ ...listing, ContinuationToken: token }),
    )
    yield (page.Contents ?? []).flatMap(({ Key }) => Key ?? [])
    token = page.NextContinuationToken
  } while (token)
}

/** Deletes all objects below a prefix, and returns their number. */
export async function deleteBelow(ask: Ask, listing: Listing): Promise<number> {
  let count = 0
  for await (const keys of keysBelow(ask, listing)) {
    if (!keys.length) continue
    const Objects = keys.map((Key) => ({ Key }))
    const { Errors = [] } = await ask((s3) =>
      s3.deleteObjects({ Bucket: listing.Bucket, Delete: { Objects, Quiet: true } }),
    )
    const [failed] = Errors
    if (failed) throw new Error(`${failed.Key} could not be deleted (${failed.Code}: ${failed.Message})`)
    count += keys.length
  }
  return count
}

/** The unfinished uploads below a prefix. There are few, however many objects there are. */
export async function unfinishedBelow(s3: S3, { Bucket, Prefix }: Listing): Promise<MultipartUpload[]> {
  const found: MultipartUpload[] = []
  let KeyMarker: string | undefined
  let UploadIdMarker: string | undefined
  do {
    const page: ListMultipartUploadsCommandOutput = await s3.listMultipartUploads({
      Bucket,
      Prefix,
      KeyMarker,
      UploadIdMarker,
    })
    found.push(...(page.Uploads ?? []))
    KeyMarker = page.IsTruncated ? page.NextKeyMarker : undefined
    UploadIdMarker = page.NextUploadIdMarker
  } while (KeyMarker)
  return found
}

/** When the last part of an upload was stored, or when it began. */
export async function lastWritten(s3: S3, Bucket: string, { Key, UploadId, Initiated }: MultipartUpload) {
  let last = Initiated?.getTime() ?? 0
  let PartNumberMarker: string | undefined
  do {
    const page: ListPartsCommandOutput = await s3.listParts({ Bucket, Key, UploadId, PartNumberMarker })
    for (const { LastModified } of page.Parts ?? []) last = Math.max(last, LastModified?.getTime() ?? 0)
    PartNumberMarker = page.IsTruncated ? page.NextPartNumberMarker : undefined
  } while (PartNumberMarker)
  return last
}
