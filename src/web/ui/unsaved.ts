import { useEffect, useSyncExternalStore } from 'react'

/** The forms on the screen with changes that are not saved. */
const forms = new Set<symbol>()
const watchers = new Set<() => void>()

function notify() {
  for (const watcher of watchers) watcher()
}

export const hasUnsaved = () => forms.size > 0

/** Registers a form while it has unsaved changes. */
export function useUnsaved(dirty: boolean) {
  useEffect(() => {
    if (!dirty) return
    const form = Symbol()
    forms.add(form)
    notify()
    return () => {
      forms.delete(form)
      notify()
    }
  }, [dirty])
}

export const useHasUnsaved = () =>
  useSyncExternalStore((watcher) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  }, hasUnsaved)
