import { useSyncExternalStore } from 'react'

/** Whether changes arrive by themselves; `off` where nobody is signed in. */
export type LiveState = 'off' | 'live' | 'reconnecting' | 'offline'

let state: LiveState = 'off'
const watchers = new Set<() => void>()

export const isLive = () => state === 'live'

export function setLiveState(next: LiveState) {
  if (next === state) return
  state = next
  for (const tell of watchers) tell()
}

function watch(tell: () => void) {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

export const useLiveState = () => useSyncExternalStore(watch, () => state)
