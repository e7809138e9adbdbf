import { createHash } from 'node:crypto'
import { fileCalls } from '../contract/calls/files.ts'
import { pathOf } from '../contract/client.ts'
import type { CompletionFile } from '../contract/schemas/files.ts'
import { bytesFrom, failureIn } from './byte-stream.ts'
import type { Client } from './client.ts'
import { refused } from './errors.ts'

/**
 * The bytes of a file, part by part. The server may redirect to its object storage, which gets no token. Throws a CliError if the bytes are not
 * those that were attached: at the end, because only then it can be known.
 */
export async function* downloadFile(client: Client, task: string, file: CompletionFile): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of bytesFrom(client, (signal) => open(client, task, file._id, signal))) {
    size += chunk.length
    if (size > file.size) break
    hash.update(chunk)
    yield chunk
  }
  if (size !== file.size || hash.digest('hex') !== file.sha256)
    throw refused('The file has not arrived as it was attached. Nothing was saved.', 'Try again.')
}

async function open({ server, headers }: Client, id: string, file: string, signal: AbortSignal): Promise<Response> {
  const get = (url: string, given: Record<string, string>) => fetch(url, { headers: given, redirect: 'manual', signal })
  const url = server.url + pathOf(fileCalls.download.path, { id, file })
  const answer = await get(url, headers)
  const location = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null
  // The address of an object is signed, and the token is meant for one server.
  const response = location === null ? answer : await get(new URL(location, url).href, {})
  if (response.status === 200) return response
  if (location !== null) throw refused(`The storage of ${server.url} refuses the file (status ${response.status}).`)
  throw await failureIn(response)
}
