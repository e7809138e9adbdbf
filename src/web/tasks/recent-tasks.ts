import { useEffect } from 'react'
import { keptSettings } from '../accounts/kept-session.ts'
import { createUserCell } from '../ui/client-state.ts'

const maxRecent = 8

const kept = keptSettings<string[]>('recent-tasks')
/** For a browser that keeps nothing. */
const ofTab = createUserCell<string[]>([])

/** The ids of the tasks that the user has opened last on this device, the last one first. */
export const recentTasks = (owner: string): string[] => kept.read(owner) ?? ofTab.get()

/** Records that a task was opened. */
export function useRecordOpened(owner: string, id: string) {
  useEffect(() => {
    const ids = [id, ...recentTasks(owner).filter((other) => other !== id)].slice(0, maxRecent)
    ofTab.set(ids)
    kept.keep(owner, ids)
  }, [owner, id])
}
