import { fileCalls } from '../contract/calls/files.ts'
import { CallError, errorOf, pathOf, unreachable } from '../contract/client.ts'
import type { Output } from '../contract/endpoint.ts'
import { keyHeader } from '../contract/idempotency-key.ts'
import { newId } from '../contract/new-id.ts'
import { type Client, withRetries } from './client.ts'

type Uploaded = Output<typeof fileCalls.upload>

/** Attaches a file to a task. Repeated after a temporary failure, with the same key. Throws a CliError. */
export function uploadFile(
  { server, headers, patience }: Client,
  id: string,
  content: Blob,
  name: string,
): Promise<Uploaded> {
  const url = server.url + pathOf(fileCalls.upload.path, { id })
  const key = newId()
  return withRetries(
    async () => {
      const body = new FormData()
      body.append('file', content, name)
      const response = await fetch(url, { method: 'POST', body, headers: { ...headers, [keyHeader]: key } }).catch(
        () => {
          throw new CallError(0, 'network', unreachable)
        },
      )
      const answer: unknown = await response.json().catch(() => undefined)
      if (response.status !== fileCalls.upload.status) throw errorOf(response.status, answer)
      return answer as Uploaded
    },
    server.url,
    patience,
  )
}
