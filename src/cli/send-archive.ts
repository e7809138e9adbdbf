import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { archiveType, isArchive } from '../contract/archives.ts'
import { archiveCalls } from '../contract/calls/archives.ts'
import { CallError, errorOf } from '../contract/client.ts'
import { type ErrorBody, errorStatus } from '../contract/errors.ts'
import { zipNames } from '../contract/import-formats/zip-names.ts'
import type { ArchiveImportQuery, ArchiveImportResult } from '../contract/schemas/archives.ts'
import { isAnswerTo } from './answer-check.ts'
import { type Client, withRetries } from './client.ts'
import { jsonIn, linesFrom } from './http-call.ts'

/** The size of a file if it is an archive of Taskdeck. It is not read as a whole, because it can be larger than the memory. */
export async function archiveSize(path: string): Promise<number | undefined> {
  const file = await open(path, 'r').catch(() => undefined)
  if (!file) return undefined
  try {
    const { size } = await file.stat()
    const read = async (from: number, to: number) =>
      (await file.read(Buffer.alloc(to - from), 0, to - from, from)).buffer
    return isArchive((await zipNames(size, read)) ?? []) ? size : undefined
  } finally {
    await file.close()
  }
}

interface Watched {
  /** Called with the bytes that were sent, of all. */
  onSent: (done: number, of: number) => void
  /** Called while the server works. */
  onProgress: (done: number, of: number) => void
}

/** Sends an archive. Repeated after a temporary failure, because the server finds the same tasks by their ids. Throws a CliError. */
export function sendArchive(
  { server, headers, patience }: Client,
  { file, size }: { file: string; size: number },
  query: ArchiveImportQuery,
  { onSent, onProgress }: Watched,
): Promise<ArchiveImportResult> {
  const call = archiveCalls.watchedImport
  const path = `${call.path}?${new URLSearchParams(query)}`
  async function* bytes() {
    let sent = 0
    for await (const chunk of createReadStream(file)) {
      yield chunk as Buffer
      sent += (chunk as Buffer).length
      onSent(sent, size)
    }
  }
  const attempt = async (timeoutMs: number) => {
    const content = { type: archiveType, length: size, bytes: bytes() }
    let last: unknown
    const onLine = (line: string) => {
      last = jsonIn(line)
      const { done, of } = Object(last) as { done?: unknown; of?: unknown }
      if (typeof done === 'number' && typeof of === 'number') onProgress(done, of)
    }
    await linesFrom(call, path, content, { origin: server.url, headers, timeoutMs }, onLine)
    const { result, error } = Object(last) as { result?: object; error?: unknown }
    if (error !== undefined) throw errorOf(errorStatus[(error as ErrorBody).code] ?? 500, error)
    if (!result || !isAnswerTo(archiveCalls.import, result))
      throw new CallError(0, 'network', 'The answer of the server is not complete.')
    return result as ArchiveImportResult
  }
  return withRetries(attempt, server.url, patience)
}
