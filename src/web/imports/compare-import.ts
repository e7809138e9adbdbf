import { archiveType } from '../../contract/archives.ts'
import { archiveCalls } from '../../contract/calls/archives.ts'
import { importCalls } from '../../contract/calls/imports.ts'
import { importType } from '../../contract/imports.ts'
import type { ArchiveImportResult } from '../../contract/schemas/archives.ts'
import type { ImportResult } from '../../contract/schemas/imports.ts'
import { messageOf } from '../ui/failed.ts'
import { dryRunOf, importOf, nextCall, showFile, shownFile, textOf } from './current-import.ts'
import type { ShownFile } from './import-state.ts'
import { sendImport } from './send-import.ts'

/** Lets the server compare the tasks with those here, as a dry run. */
export async function compare(id: string) {
  const file = shownFile(id)
  if (!file || !importOf(id)) return
  const { signal } = nextCall()
  showFile(id, { check: { state: 'running', part: 0 } })
  const onProgress = (part: number) => showFile(id, { check: { state: 'running', part } })
  try {
    const found = await (file.opened.isArchive ? foundInArchive : foundInFile)(file, { signal, onProgress })
    if (signal.aborted || !found) return
    showFile(id, found)
    await planAgain(id)
  } catch (error) {
    if (!signal.aborted) showFile(id, { check: { state: 'failed', message: messageOf(error, textOf(error)) } })
  }
}

interface Watching {
  signal: AbortSignal
  onProgress: (part: number) => void
}

async function foundInFile(file: ShownFile, watching: Watching): Promise<Partial<ShownFile> | undefined> {
  const { session, owner } = importOf(file.id) ?? {}
  if (!session || !owner || !file.settings) return undefined
  const whole = { call: importCalls.watched, query: dryRunOf(file), body: await session.wholeBody(), type: importType }
  const { here, problems, problemCount } = await sendImport<ImportResult>(whole, { owner, ...watching })
  if (!here) return undefined
  return { check: { state: 'done', here, problems: await session.placed(problems, 'whole'), problemCount } }
}

async function foundInArchive({ id, choices }: ShownFile, watching: Watching): Promise<Partial<ShownFile> | undefined> {
  const { blob, owner } = importOf(id) ?? {}
  if (!blob || !owner) return undefined
  const query = { dryRun: 'true', restore: choices.restore ? 'true' : 'false' }
  const call = archiveCalls.watchedImport
  const archive = await sendImport<ArchiveImportResult>(
    { call, query, body: blob, type: archiveType },
    { owner, ...watching },
  )
  const here = { changed: [], same: [], trashed: [], gone: [], conflicts: [], alike: [] }
  return { archive, check: { state: 'done', here, problems: [], problemCount: 0 } }
}

/** Counts what will be made of the file, by what is here and by the choices. */
export async function planAgain(id: string) {
  const file = shownFile(id)
  const found = importOf(id)
  if (!file || !found || file.opened.isArchive) return
  const here = file.check.state === 'done' ? file.check.here : undefined
  const plan = await found.session.plan(here, file.choices, id)
  if (shownFile(id)?.choices === file.choices) showFile(id, { plan })
}
