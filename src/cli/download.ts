import { createHash } from 'node:crypto'
import { fileCalls } from '../contract/calls/files.ts'
import { CallError, errorOf, pathOf, unreachable } from '../contract/client.ts'
import type { CompletionFile } from '../contract/schemas/files.ts'
import type { Client } from './client.ts'
import { CliError, failureOf, refused } from './errors.ts'

/**
 * The bytes of a file, part by part. The server may redirect to its object storage, which gets no token. Throws a CliError if the bytes are not
 * those that were attached: at the end, because only then it can be known.
 */
export async function* downloadFile(client: Client, task: string, file: CompletionFile): AsyncGenerator<Uint8Array> {
  const { server, patience } = client
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), patience.timeoutMs)
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), patience.timeoutMs)
  }
  const hash = createHash('sha256')
  let size = 0
  try {
    const response = await open(client, task, file._id, silence.signal)
    for await (const chunk of response.body ?? []) {
      heard()
      size += chunk.length
      if (size > file.size) break
      hash.update(chunk)
      yield chunk
    }
  } catch (error) {
    if (error instanceof CliError) throw error
    const lost = silence.signal.aborted ? 'The download stopped arriving.' : unreachable
    throw failureOf(error instanceof CallError ? error : new CallError(0, 'timeout', lost), server.url)
  } finally {
    clearTimeout(timer)
    silence.abort()
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
  throw errorOf(response.status, await response.json().catch(() => undefined))
}
