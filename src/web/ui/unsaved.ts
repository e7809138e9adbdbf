import { useEffect } from 'react'
import { createCell } from './client-state.ts'

/** How many forms on the screen have unsaved changes. */
const dirtyForms = createCell(0)
/** Whether the user has agreed to leave them. */
const isReleased = createCell(false)

/** Whether the screen has unsaved changes that must not be lost without a question. */
export const hasUnsaved = () => dirtyForms.get() > 0 && !isReleased.get()
export const useHasUnsaved = () => dirtyForms.use() > 0

/** Lets the user leave without another question; `false` takes that back. */
export const releaseUnsaved = (released = true) => isReleased.set(released)

/** Whether something exists only in this tab. */
let isOnlyHere = () => false
export const hasOnlyHere = () => isOnlyHere()

/** Makes the browser ask before the tab is closed, if something would be lost. Returns the function that ends it. */
export function askBeforeLoss(check: () => boolean): () => void {
  isOnlyHere = check
  const ask = (event: BeforeUnloadEvent) => {
    if (check()) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  return () => {
    isOnlyHere = () => false
    window.removeEventListener('beforeunload', ask)
  }
}

/** Counts a form while it has unsaved changes. */
export function useUnsaved(isDirty: boolean) {
  useEffect(() => {
    if (!isDirty) return
    dirtyForms.update((count) => count + 1)
    return () => {
      dirtyForms.update((count) => count - 1)
      if (dirtyForms.get() === 0) releaseUnsaved(false)
    }
  }, [isDirty])
}
