/** The file of a call that uploads one. */
export interface Upload {
  /** The size of everything that is sent, in bytes, if it is known. */
  length: number | undefined
  /** Begins to read the file. It is not read if the upload is refused before. */
  open(): Promise<UploadedFile>
  /** Discards the rest. */
  close(): void
}

export interface UploadedFile {
  name: string
  type: string
  bytes: AsyncIterable<Buffer>
}
