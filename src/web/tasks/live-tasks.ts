import type { Query, QueryClient } from '@tanstack/react-query'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import type { Task, TaskWithFiles } from '../../contract/schemas/tasks.ts'
import { isRemoval } from '../history/event-kinds.ts'
import { fetchAgain, isSettled } from '../live/live-queries.ts'
import { applyToList, applyToTask } from './apply-events.ts'
import { keys, statusIn } from './cache.ts'
import { applyToRemovedTasks } from './removed-tasks.ts'

/** Applies events to the cached lists and tasks, and fetches those again to which they cannot be applied. */
export function applyToTasks(client: QueryClient, events: TaskEvent[]) {
  applyToLists(client, events)
  applyToOpenTasks(client, events)
}

function applyToLists(client: QueryClient, events: TaskEvent[]) {
  const all = client.getQueryData<Task[]>([...keys.lists, ''])
  for (const query of client.getQueryCache().findAll({ queryKey: keys.lists })) {
    const list = isSettled(query) ? (query.state.data as Task[] | undefined) : undefined
    const after = list && applyToList(list, statusIn(query.queryKey), events, all)
    if (after) client.setQueryData(query.queryKey, after)
    else fetchAgain(client, query)
  }
}

function applyToOpenTasks(client: QueryClient, events: TaskEvent[]) {
  const queries = client.getQueryCache().findAll({ queryKey: keys.tasks })
  const taskIn = (query: Query) => query.state.data as TaskWithFiles | undefined
  applyToRemovedTasks(events, new Set(queries.flatMap((query) => taskIn(query)?._id ?? [])))
  for (const query of queries) {
    const task = taskIn(query)
    const about = events.filter((event) => event.task === task?._id)
    if (!task || !about.length) continue
    if (about.some(isRemoval)) continue
    const after = about.reduce<TaskWithFiles | undefined>((before, event) => before && applyToTask(before, event), task)
    if (after && after !== task && isSettled(query)) client.setQueryData(query.queryKey, after)
    if (!after || !isSettled(query) || about.some(({ kind }) => kind !== 'updated')) fetchAgain(client, query)
  }
}
