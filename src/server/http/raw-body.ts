import type { FastifyRequest } from 'fastify'
import type { Upload } from '../calls/upload.ts'

/** The body of a request as it is sent. */
export function rawBody({ raw, headers }: FastifyRequest): Upload {
  const { 'content-length': length, 'content-type': type = '' } = headers
  return {
    length: length === undefined ? undefined : Number(length),
    open: async () => ({ name: '', type, bytes: raw }),
    close: () => {
      raw.resume()
    },
  }
}
