import { createUserCell } from '../ui/client-state.ts'
import type { Line } from './lines.ts'

/** Text that was entered and not added yet. */
export interface Draft {
  line: string
  /** Pieces of the line that are plain words of the title. */
  plain: ReadonlySet<string>
  pasted: Line[]
}

const empty: Draft = { line: '', plain: new Set(), pasted: [] }
const draftCell = createUserCell(empty)

/** Puts shared text into the draft, after text that is there already. */
export function draftShared(text: string) {
  if (!text) return
  draftCell.update((before) => {
    if (before.line === text || before.pasted.some((line) => line.text === text)) return before
    return before.line.trim() ? { ...before, pasted: [...before.pasted, { text }] } : { ...before, line: text }
  })
}

export function hasDraft(): boolean {
  const { line, pasted } = draftCell.get()
  return line.trim() !== '' || pasted.length > 0
}

export type DraftState = ReturnType<typeof useDraft>

/** The draft; closing the dialog keeps it for the next time. */
export function useDraft() {
  return {
    draft: draftCell.use(),
    change: (part: Partial<Draft>) => draftCell.update((before) => ({ ...before, ...part })),
    /** Removes text that was added: the line, unless it has changed since, and the first pasted lines. */
    remove: (line: string, pastedCount: number) =>
      draftCell.update((before) => ({
        ...(before.line === line ? empty : before),
        pasted: before.pasted.slice(pastedCount),
      })),
  }
}
