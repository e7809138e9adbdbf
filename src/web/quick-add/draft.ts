import { type Given, type Line, newLine, withGiven } from '../../contract/quick-add/lines.ts'
import { createUserCell } from '../ui/client-state.ts'

/** Text that was entered and not added yet. */
export interface Draft {
  typed: Line
  pasted: Line[]
}

const draftCell = createUserCell<Draft>({ typed: newLine(''), pasted: [] })

/** Puts shared text into the draft, after text that is there already. */
export function draftShared(text: string) {
  if (!text) return
  draftCell.update((before) => {
    const { typed, pasted } = before
    if ([typed, ...pasted].some((line) => line.text === text)) return before
    return typed.text.trim() ? { typed, pasted: [...pasted, newLine(text)] } : { typed: newLine(text), pasted }
  })
}

/** Gives the line in the field values from the place where quick add is opened. */
export function draftWith(given: Given) {
  draftCell.update(({ typed, pasted }) => ({ typed: withGiven(typed, given), pasted }))
}

/** Forgets the values of a place for which nothing was typed. */
export function dropBareValues() {
  draftCell.update((before) =>
    before.typed.text.trim() ? before : { ...before, typed: withGiven(before.typed, undefined) },
  )
}

export function hasDraft(): boolean {
  const { typed, pasted } = draftCell.get()
  return typed.text.trim() !== '' || pasted.length > 0
}

export type DraftState = ReturnType<typeof useDraft>

/** The draft; closing the dialog keeps it for the next time. */
export function useDraft() {
  return {
    draft: draftCell.use(),
    change: (part: Partial<Draft>) => draftCell.update((before) => ({ ...before, ...part })),
    /** Replaces the pasted line with the same id. */
    edit: (line: Line) =>
      draftCell.update((before) => ({
        ...before,
        pasted: before.pasted.map((other) => (other.id === line.id ? line : other)),
      })),
    /** Removes lines. */
    remove: (lines: Line[]) => {
      const removed = new Set(lines)
      draftCell.update(({ typed, pasted }) => ({
        // The next line is for the same place.
        typed: removed.has(typed) ? withGiven(newLine(''), typed.given) : typed,
        pasted: pasted.filter((line) => !removed.has(line)),
      }))
    },
    /** Puts back lines that were not added: a single one into the field, if that is still empty. */
    putBack: (lines: Line[]) =>
      draftCell.update(({ typed, pasted }) => {
        const [only, ...more] = lines
        const fits = only && !more.length && only.status === typed.status && !typed.text && !pasted.length
        return fits ? { typed: only, pasted } : { typed, pasted: [...lines, ...pasted] }
      }),
  }
}
