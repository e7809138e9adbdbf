import { archiveType } from '../../contract/archives.ts'
import { archiveCalls } from '../../contract/calls/archives.ts'
import { importCalls } from '../../contract/calls/imports.ts'
import { importType } from '../../contract/imports.ts'
import type { ArchiveImportResult } from '../../contract/schemas/archives.ts'
import type { ImportQuery, ImportResult } from '../../contract/schemas/imports.ts'
import { messageOf } from '../ui/failed.ts'
import { compare } from './compare-import.ts'
import { abortCall, dryRunOf, endImport, fromSource, importOf, nextCall } from './current-import.ts'
import { importState, type Outcome, type ShownFile } from './import-state.ts'
import { type Sending, sendImport } from './send-import.ts'

const notImported = 'The import has failed. Nothing was imported.'

/** Imports what is shown. Afterwards, the state says what was imported, or why nothing was. */
export async function runImport(file: ShownFile) {
  const { owner } = importOf(file.id) ?? {}
  if (!owner || file.check.state !== 'done') return
  const { signal } = nextCall()
  const askBeforeClosing = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', askBeforeClosing)
  importState.set({ step: 'running', file, part: 0, isCancelling: false })
  const isRunning = () => {
    const state = importState.get()
    return state.step === 'running' && state.file.id === file.id
  }
  const onProgress = (part: number) =>
    importState.update((state) => (state.step === 'running' ? { ...state, part } : state))
  try {
    const outcome = await (file.opened.isArchive ? archiveImported : fileImported)(file, { owner, signal, onProgress })
    if (!isRunning()) return
    importState.set({ step: 'done', file, outcome, isUndone: false })
    endImport()
  } catch (error) {
    const failure = signal.aborted ? await cancelled(file, owner) : messageOf(error, notImported)
    if (!isRunning()) return
    importState.set({ step: 'check', file, failure })
    // The tasks here may have changed.
    await compare(file.id)
  } finally {
    window.removeEventListener('beforeunload', askBeforeClosing)
  }
}

async function fileImported(file: ShownFile, sending: Sending): Promise<Outcome> {
  const { session } = importOf(file.id) ?? {}
  if (!session || file.check.state !== 'done') throw new Error(notImported)
  const query: ImportQuery = {
    skip: file.problems === 'skip' ? 'true' : 'false',
    restore: file.choices.restore ? 'true' : 'false',
    conflicts: file.conflicts,
    fromSource: fromSource(file),
  }
  // The choices may have changed faster than the plan.
  await session.plan(file.check.here, file.choices, file.id)
  const sent = { call: importCalls.watched, query, body: await session.plannedBody(), type: importType }
  const { problems, remarks, ...counts } = await sendImport<ImportResult>(sent, sending)
  const said = await Promise.all([session.placed(problems, 'planned'), session.placed(remarks, 'planned')])
  return { ...counts, said: said.flat(), with: '' }
}

async function archiveImported({ id, choices }: ShownFile, sending: Sending): Promise<Outcome> {
  const { blob } = importOf(id) ?? {}
  if (!blob) throw new Error(notImported)
  const query = { restore: choices.restore ? 'true' : 'false' }
  const sent = {
    call: archiveCalls.watchedImport,
    query,
    body: blob,
    type: archiveType,
  }
  const result = await sendImport<ArchiveImportResult>(sent, sending)
  const { created, restored, unchanged, change, leftOut } = result
  return {
    ...{ created, updated: restored, unchanged, change, problemCount: 0 },
    ...{ said: leftOut.map((message) => ({ line: 0, message })), with: belongings(result) },
  }
}

const counted = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${one}s`)

/** Everything that comes with the tasks of an archive, in words. */
export function belongings({ noteCount, fileCount, receiptCount, viewCount }: ArchiveImportResult): string {
  const parts = [
    ...(noteCount ? [counted(noteCount, 'note')] : []),
    ...(fileCount ? [counted(fileCount, 'file')] : []),
    ...(receiptCount ? [counted(receiptCount, 'receipt')] : []),
    ...(viewCount ? [counted(viewCount, 'view')] : []),
  ]
  return new Intl.ListFormat('en').format(parts)
}

/** Ends the import. The server rolls back what it has done so far. */
export function cancelImport() {
  importState.update((state) => (state.step === 'running' ? { ...state, isCancelling: true } : state))
  abortCall()
}

/**
 * What to say after an import was left: whether its tasks are here after all, because it had ended before. The dry run of one of them waits
 * until the import has ended; an archive is compared again anyway.
 */
async function cancelled(file: ShownFile, owner: string): Promise<string> {
  const nothing = 'The import was cancelled. Nothing was imported.'
  const { session } = importOf(file.id) ?? {}
  if (!session || file.check.state !== 'done' || file.opened.isArchive) return nothing
  try {
    const body = await session.witnessBody(file.check.here)
    const sent = { call: importCalls.watched, query: dryRunOf(file), body, type: importType }
    const { unchanged } = await sendImport<ImportResult>(sent, { owner, signal: new AbortController().signal })
    return unchanged
      ? 'The import had ended before it could be cancelled. Undo the last change to take it back.'
      : nothing
  } catch {
    return 'The import was cancelled, but the server could not be asked whether it had ended before.'
  }
}

/** Notes that the import on the screen was undone. */
export const noteUndone = () =>
  importState.update((state) => (state.step === 'done' ? { ...state, isUndone: true } : state))
