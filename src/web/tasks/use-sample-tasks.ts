import { newId } from '../../contract/new-id.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { namesOf } from '../../contract/words/task-words.ts'
import { alertFailed } from '../ui/alerts.tsx'
import { useToday } from './today.ts'
import { useChange } from './use-change.ts'

/** Adds sample tasks as one change. Resolves to them, or to undefined after a failure, which is reported already. */
export function useSampleTasks(): (count: number) => Promise<Task[] | undefined> {
  const change = useChange()
  const today = useToday()
  return async (count) => {
    // Loaded when it is needed: the words of the samples are no part of the first load.
    const samples = await import('./sample-tasks.ts').catch(() => undefined)
    if (!samples) {
      alertFailed('No tasks were added. A part of the app could not be loaded. Please try again.')
      return undefined
    }
    const tasks = samples.sampleTasks(count, today).map((task) => ({ ...task, _id: newId() }))
    const added = await change(
      { kind: 'create', tasks },
      {
        message: (made) => `Added ${namesOf(made)}`,
        failure: 'Error adding task',
        fallback: 'Please try again.',
        lead: 'No tasks were added. ',
      },
    )
    return added?.tasks
  }
}
