import { createCell } from '../ui/client-state.ts'

const key = 'taskdeck-keeps-tasks'

function read(): boolean {
  try {
    return localStorage.getItem(key) !== 'no'
  } catch {
    return false
  }
}

const kept = createCell(read())

/** Whether this device keeps the tasks of its user, so that they are shown at once and without the server. */
export const isKept = kept.get
export const useKept = kept.use

export function setKept(isWanted: boolean) {
  if (isWanted) localStorage.removeItem(key)
  else localStorage.setItem(key, 'no')
  kept.set(isWanted)
}

/** Follows the choice that is made in another tab. */
export function followKept(): () => void {
  const follow = () => kept.set(read())
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}
