import type { FormatName } from '../../contract/import-formats/format-names.ts'
import { type Here, type PlanChoices, usualChoices } from '../../contract/import-formats/plan.ts'
import type { Remark } from '../../contract/import-formats/remarks.ts'
import type { ArchiveImportResult } from '../../contract/schemas/archives.ts'
import type { ImportResult } from '../../contract/schemas/imports.ts'
import { createUserCell } from '../ui/client-state.ts'
import type { Opened, PlanSummary, ReadSettings, ReadSummary } from './import-session.ts'

/** A file that was chosen, or a text that was pasted, whose name is empty. */
export interface ChosenFile {
  id: string
  name: string
  size: number
}

/** Whether the server has compared the tasks with those here. */
export type Check =
  | { state: 'running'; part: number }
  | { state: 'done'; here: Here; problems: Remark[]; problemCount: number }
  | { state: 'failed'; message: string }

/** A file whose tasks are shown before they are imported. */
export interface ShownFile extends ChosenFile {
  opened: Opened
  /** Undefined while the format is not known. */
  settings?: ReadSettings
  summary?: ReadSummary
  check: Check
  choices: PlanChoices
  /** The values that stay of fields that were changed both here and in the file. */
  conflicts: 'keep' | 'replace'
  /** Whether lines with problems are left out, or everything is. */
  problems: 'skip' | 'refuse'
  plan?: PlanSummary
  /** The report of the server about an archive. */
  archive?: ArchiveImportResult
}

export interface Outcome extends Pick<ImportResult, 'created' | 'updated' | 'unchanged' | 'problemCount' | 'change'> {
  /** Remarks about single tasks, with their places in the file. */
  said: Remark[]
  /** Everything that came with the tasks, in words. */
  with: string
}

export type ImportState =
  | { step: 'choose'; problem?: { name: string; message: string } }
  | { step: 'opening'; file: ChosenFile }
  | { step: 'check'; file: ShownFile; failure?: string }
  | { step: 'running'; file: ShownFile; part: number; isCancelling: boolean }
  | { step: 'done'; file: ShownFile; outcome: Outcome; isUndone: boolean }

export const importState = createUserCell<ImportState>({ step: 'choose' })

export const initialFile = (file: ChosenFile, opened: Opened): ShownFile => ({
  ...file,
  opened,
  check: { state: 'running', part: 0 },
  choices: usualChoices,
  conflicts: 'keep',
  problems: 'skip',
})

export const initialSettings = (format: FormatName, timeZone: string): ReadSettings => ({
  format,
  columns: {},
  label: format === 'lines' ? '' : `from ${format}`.replace(/\s+/g, '-'),
  timeZone,
})
