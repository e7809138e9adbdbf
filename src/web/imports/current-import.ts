import type { ImportQuery } from '../../contract/schemas/imports.ts'
import { importState, type ShownFile } from './import-state.ts'
import type { RemoteSession } from './worker-protocol.ts'

/** The file on the screen, the worker that reads it, and the user to whom it belongs. */
interface CurrentImport {
  id: string
  owner: string
  blob: Blob
  session: RemoteSession
  end: () => void
}

let current: CurrentImport | undefined
let sending: AbortController | undefined

/** The import of this file, unless another one was chosen meanwhile. */
export const importOf = (id: string): CurrentImport | undefined => (current?.id === id ? current : undefined)

export function beginImport(next: CurrentImport) {
  endImport()
  current = next
}

/** Ends the worker, and the call that is running. */
export function endImport() {
  sending?.abort()
  current?.end()
  current = undefined
}

/** Ends the call that is running, and returns the controller of the next one. */
export function nextCall(): AbortController {
  sending?.abort()
  sending = new AbortController()
  return sending
}

export const abortCall = () => sending?.abort()

/** The file in the current state, if it is still the one with this id. */
export function shownFile(id: string): ShownFile | undefined {
  const state = importState.get()
  return (state.step === 'check' || state.step === 'running') && state.file.id === id ? state.file : undefined
}

export function showFile(id: string, change: Partial<ShownFile>) {
  importState.update((state) =>
    state.step === 'check' && state.file.id === id ? { ...state, file: { ...state.file, ...change } } : state,
  )
}

export const textOf = (error: unknown) => (error instanceof Error ? error.message : `${error}`)

/** Only tasks of other programs have a source whose values are remembered. */
export const fromSource = ({ settings }: ShownFile) => (settings?.format === 'lines' ? 'false' : 'true')

export const dryRunOf = (file: ShownFile): ImportQuery => ({
  ...{ dryRun: 'true', skip: 'true', conflicts: 'keep', fromSource: fromSource(file) },
})
