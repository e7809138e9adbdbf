import { useSyncExternalStore } from 'react'

/** Often enough for minutes that are left. */
const everyMs = 20_000

let now = new Date().toISOString()
let timer: ReturnType<typeof setInterval> | undefined
const watchers = new Set<() => void>()

function tick() {
  now = new Date().toISOString()
  for (const notify of watchers) notify()
}

function watch(notify: () => void) {
  watchers.add(notify)
  if (!timer) {
    tick()
    timer = setInterval(tick, everyMs)
    document.addEventListener('visibilitychange', tick)
  }
  return () => {
    watchers.delete(notify)
    if (watchers.size) return
    clearInterval(timer)
    timer = undefined
    document.removeEventListener('visibilitychange', tick)
  }
}

/** The present time, for what ends by itself. It moves on while something shows it. */
export const useNow = () => useSyncExternalStore(watch, () => now)
