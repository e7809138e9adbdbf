import { fileCalls } from '../contract/calls/files.ts'
import { pathOf } from '../contract/client.ts'
import type { Output } from '../contract/endpoint.ts'
import { keyHeader } from '../contract/idempotency-key.ts'
import { newId } from '../contract/new-id.ts'
import { type Client, withRetries } from './client.ts'
import { answerTo, type Content } from './http-call.ts'

type Uploaded = Output<typeof fileCalls.upload>

/** Attaches a file to a task. Repeated after a temporary failure, with the same key, which a caller gives if it may upload the same file again later. Throws a CliError. */
export function uploadFile(
  { server, headers, patience }: Client,
  id: string,
  content: Blob,
  name: string,
  key = newId(),
): Promise<Uploaded> {
  const path = pathOf(fileCalls.upload.path, { id })
  const target = { origin: server.url, headers: { ...headers, [keyHeader]: key } }
  return withRetries(
    (timeoutMs) => answerTo(fileCalls.upload, path, formOf(content, name), { ...target, timeoutMs }),
    server.url,
    patience,
  )
}

/** A form with one file. Not made by `fetch`, which neither says whether the bytes still leave, nor gives up after a time. */
function formOf(content: Blob, name: string): Content {
  const boundary = `taskdeck-${newId()}`
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${quoted(name)}"\r\ncontent-type: ${content.type || 'application/octet-stream'}\r\n\r\n`,
  )
  const end = Buffer.from(`\r\n--${boundary}--\r\n`)
  async function* bytes() {
    yield head
    yield* content.stream()
    yield end
  }
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    length: head.length + content.size + end.length,
    bytes: bytes(),
  }
}

/** A name as browsers write it into a form. */
const quoted = (name: string) => name.replace(/[\r\n"]/g, (character) => encodeURIComponent(character))
