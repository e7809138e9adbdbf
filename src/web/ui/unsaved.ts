import { useEffect } from 'react'
import { createCell } from './client-state.ts'

/** How many forms on the screen have unsaved changes. */
const dirtyForms = createCell(0)

export const hasUnsaved = () => dirtyForms.get() > 0
export const useHasUnsaved = () => dirtyForms.use() > 0

/** Counts a form while it has unsaved changes. */
export function useUnsaved(isDirty: boolean) {
  useEffect(() => {
    if (!isDirty) return
    dirtyForms.update((count) => count + 1)
    return () => dirtyForms.update((count) => count - 1)
  }, [isDirty])
}
