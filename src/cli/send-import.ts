import { importCalls } from '../contract/calls/imports.ts'
import { CallError } from '../contract/client.ts'
import type { Here } from '../contract/import-formats/plan.ts'
import { type ImportedTask, importType } from '../contract/imports.ts'
import type { ImportQuery, ImportResult } from '../contract/schemas/imports.ts'
import { type Client, withRetries } from './client.ts'
import { refused } from './errors.ts'
import { answerTo } from './http-call.ts'

/**
 * Sends an import: one line per task: JSON, or text that has yet to be read. Repeated after a temporary failure, because the server finds the
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

const linesIn = (value: unknown): number[] => (Array.isArray(value) ? value.filter(Number.isInteger) : [])

/** The tasks that a dry run has found here. Another server at the same address may answer anything. */
export function hereIn({ here }: ImportResult): Here {
  const found = here as Partial<Record<keyof Here, unknown>> | undefined
  const alike = (Array.isArray(found?.alike) ? found.alike : []) as Here['alike']
  return {
    ...{ changed: linesIn(found?.changed), same: linesIn(found?.same), trashed: linesIn(found?.trashed) },
    ...{ gone: linesIn(found?.gone), conflicts: linesIn(found?.conflicts) },
    alike: alike.filter((one) => typeof one?._id === 'string'),
  }
}
