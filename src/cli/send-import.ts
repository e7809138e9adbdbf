import { importCalls } from '../contract/calls/imports.ts'
import { CallError } from '../contract/client.ts'
import { type ImportedTask, importType } from '../contract/imports.ts'
import type { ImportQuery, ImportResult } from '../contract/schemas/imports.ts'
import { type Client, withRetries } from './client.ts'
import { refused } from './errors.ts'
import { answerTo } from './http-call.ts'

/**
 * Sends an import: one task per line, as JSON or as text that may be none. Repeated after a temporary failure, because the server finds the
 * same tasks by their ids. Throws a CliError.
 */
export function sendImport(
  { server, headers, patience }: Client,
  lines: readonly (ImportedTask | string)[],
  query: ImportQuery,
): Promise<ImportResult> {
  const bytes = Buffer.from(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
  const path = `${importCalls.run.path}?${new URLSearchParams(query)}`
  const content = { type: importType, length: bytes.length, bytes: [bytes] }
  const send = (timeoutMs: number) =>
    answerTo(importCalls.run, path, content, { origin: server.url, headers, timeoutMs }).catch((error) => {
      if (!(error instanceof CallError) || error.code !== 'changed_meanwhile') throw error
      throw refused(
        `${error.message} Nothing was imported.`,
        '--conflicts keep leaves such fields as they are here, --conflicts replace takes those of the file.',
      )
    })
  return withRetries(send, server.url, patience)
}
