import type { FormatName } from '../../contract/import-formats/format-names.ts'
import type { PlanChoices } from '../../contract/import-formats/plan.ts'
import type { SheetField } from '../../contract/import-formats/sheet-fields.ts'
import { deviceTimeZone } from '../accounts/device-time-zone.ts'
import { compare, planAgain } from './compare-import.ts'
import { beginImport, endImport, importOf, nextCall, showFile, shownFile, textOf } from './current-import.ts'
import type { ReadSettings } from './import-session.ts'
import { importState, initialFile, initialSettings, type ShownFile } from './import-state.ts'
import { openSession } from './open-session.ts'

/** Begins anew. The file that was chosen is forgotten. */
export function startAgain(problem?: { name: string; message: string }) {
  endImport()
  importState.set(problem ? { step: 'choose', problem } : { step: 'choose' })
}

/** Opens a file, or a text without a name. A file that is broken is named with the reason. */
export async function chooseFile(blob: Blob, name: string, owner: string) {
  const id = crypto.randomUUID()
  const chosen = { id, name, size: blob.size }
  const opening = openSession()
  beginImport({ id, owner, blob, ...opening })
  importState.set({ step: 'opening', file: chosen })
  try {
    const opened = await opening.session.open(name, blob)
    if (!importOf(id)) return
    importState.set({ step: 'check', file: initialFile(chosen, opened) })
    if (opened.isArchive) await compare(id)
    else if (opened.format) await chooseFormat(id, opened.format)
  } catch (error) {
    if (importOf(id)) startAgain({ name, message: textOf(error) })
  }
}

export const chooseFormat = (id: string, format: FormatName) =>
  readAgain(id, initialSettings(format, deviceTimeZone() || 'UTC'))

/** Reads the file in another way. */
export async function changeSettings(id: string, change: Partial<ReadSettings>) {
  const settings = shownFile(id)?.settings
  if (settings) await readAgain(id, { ...settings, ...change })
}

/** Reads a field from a column. Those that were chosen before stay, also if the worker has not read with them yet. */
export async function chooseColumn(id: string, field: SheetField, column: string) {
  await changeSettings(id, { columns: { ...shownFile(id)?.settings?.columns, [field]: column } })
}

let reading = 0

async function readAgain(id: string, settings: ReadSettings) {
  const found = importOf(id)
  if (!found) return
  nextCall()
  showFile(id, { settings, check: { state: 'running', part: 0 } })
  const turn = ++reading
  try {
    const summary = await found.session.read(settings)
    if (turn !== reading || !importOf(id)) return
    showFile(id, { summary })
    await planAgain(id)
    // Read in another way meanwhile, the file is compared by that turn.
    if (turn === reading && !summary.error) await compare(id)
  } catch (error) {
    if (importOf(id)) startAgain({ name: shownFile(id)?.name ?? '', message: textOf(error) })
  }
}

/** Changes what becomes of tasks that are here already, or are completed. */
export async function choose(id: string, change: Partial<PlanChoices>) {
  const file = shownFile(id)
  if (!file) return
  showFile(id, { choices: { ...file.choices, ...change } })
  await planAgain(id)
}

export const chooseOnProblems = (id: string, problems: ShownFile['problems']) => showFile(id, { problems })
export const chooseOnConflicts = (id: string, conflicts: ShownFile['conflicts']) => showFile(id, { conflicts })
