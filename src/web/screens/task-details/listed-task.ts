import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { keys } from '../../tasks/cache.ts'

/**
 * A task from the cached lists, for when the task itself cannot be loaded. Once found it stays, so that loading the task again does not
 * replace a form that the user is filling in.
 */
export function useListedTask(id: string, isWanted: boolean): Task | undefined {
  const client = useQueryClient()
  const [found, setFound] = useState<{ id: string; task: Task }>()
  if (isWanted && found?.id !== id) {
    const lists = client.getQueriesData<Task[]>({ queryKey: keys.lists })
    const isIt = (task: Task) => task._id === id || String(task.number) === id
    const task = lists.flatMap(([, tasks]) => tasks?.find(isIt) ?? [])[0]
    if (task) setFound({ id, task })
  }
  return found?.id === id ? found.task : undefined
}
