import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callUnlessSame, type Tagged } from '../../contract/client.ts'
import type { Output } from '../../contract/endpoint.ts'
import type { ManyChange, NewTask, Place, Task, TaskChange, TaskWithFiles } from '../../contract/schemas/tasks.ts'
import { type Status, taskCalls } from '../../contract/tasks.ts'
import { liveStaleTime, refreshUnlessLive } from '../live/live-queries.ts'
import { addToLists, type Change, changeLists, keys, type StatusFilter } from './cache.ts'
import { useOptimisticMutation } from './optimistic.ts'

/** The last response of each list, with its ETag. */
const sent = new WeakMap<object, Tagged<Output<typeof taskCalls.list>>>()

/** The tasks of one status, or all. The previous list stays visible while another one loads. An unchanged list is not sent again. */
export const tasksQuery = (status: StatusFilter) =>
  queryOptions({
    queryKey: [...keys.lists, status],
    queryFn: async ({ signal, client, queryKey }) => {
      const query = client.getQueryCache().find({ queryKey })
      try {
        const answer = await callUnlessSame(taskCalls.list, query && sent.get(query), { query: { status } }, { signal })
        if (query) sent.set(query, answer)
        return answer.body.tasks
      } catch (error) {
        if (!signal.aborted) console.error('Error fetching tasks', error)
        throw error
      }
    },
    placeholderData: keepPreviousData,
    staleTime: liveStaleTime,
    // Comparing ten thousand tasks costs more than rendering those in view.
    structuralSharing: false,
  })

export const taskQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.tasks, id],
    queryFn: ({ signal }) => call(taskCalls.find, { params: { id } }, { signal }),
  })

/** Adds tasks to the server and to the cached lists. */
function useAdding<Input, Answer>(send: (input: Input) => Promise<Answer>, tasksIn: (answer: Answer) => Task[]) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    meta: { failure: 'Error adding task' },
    onSuccess: (answer) => {
      addToLists(client, tasksIn(answer))
      refreshUnlessLive(client)
    },
  })
}

/** Adds a task. `onAdded` runs even if the screen was left meanwhile. */
export function useCreateTask(onAdded: () => void) {
  return useAdding(
    async (body: NewTask) => {
      const answer = await call(taskCalls.create, { body })
      onAdded()
      return answer
    },
    ({ task }) => [task],
  )
}

export const useBulkCreate = () =>
  useAdding(
    (tasks: NewTask[]) => call(taskCalls.bulkCreate, { body: { tasks } }),
    ({ tasks }) => tasks,
  )

interface Update {
  values: TaskChange
  /** The server refuses the update if the task has another version. */
  version: number
}

export function useUpdateTask(task: Task) {
  const client = useQueryClient()
  return useOptimisticMutation({
    send: ({ values, version }: Update) =>
      call(taskCalls.update, { params: { id: task._id }, body: values }, { headers: { 'if-match': `"${version}"` } }),
    failure: 'Error updating task',
    preview:
      ({ values }) =>
      (other) =>
        other._id === task._id ? { ...other, ...values } : other,
    onSuccess: ({ task: saved }) => {
      const newer = <T extends Task>(other: T) =>
        other._id === saved._id && other.version <= saved.version ? { ...other, ...saved } : other
      changeLists(client, newer)
      client.setQueriesData<TaskWithFiles>({ queryKey: keys.tasks }, (other) => other && newer(other))
    },
  })
}

const without =
  (ids: string[]): Change =>
  (task) =>
    ids.includes(task._id) ? undefined : task

export const useDeleteTask = (task: Task) =>
  useOptimisticMutation({
    send: () => call(taskCalls.remove, { params: { id: task._id } }),
    failure: 'Error deleting task',
    preview: () => without([task._id]),
  })

interface Move {
  id: string
  /** The neighbours of the new place; the server makes room there. Absent in an empty column. */
  place?: Place
  /** Where the card is shown until the server has answered. */
  position: number
  status?: Status
}

/** Moves a task on the board, perhaps to another status. Other fields stay as they are on the server. */
export const useMoveTask = () =>
  useOptimisticMutation({
    send: ({ id, position: _, ...body }: Move) => call(taskCalls.update, { params: { id }, body }),
    failure: 'Error moving task',
    preview:
      ({ id, place: _, ...values }) =>
      (task) =>
        task._id === id ? { ...task, ...values } : task,
  })

/** Changes many tasks in the same way. */
export const useBulkUpdate = () =>
  useOptimisticMutation({
    send: (body: { ids: string[]; change: ManyChange }) => call(taskCalls.bulkUpdate, { body }),
    failure: 'Error updating tasks',
    preview:
      ({ ids, change: { addLabels = [], removeLabels = [], ...values } }) =>
      (task) => {
        if (!ids.includes(task._id)) return task
        const labels = [...new Set([...task.labels.filter((label) => !removeLabels.includes(label)), ...addLabels])]
        return { ...task, ...values, labels }
      },
  })

export const useBulkDelete = () =>
  useOptimisticMutation({
    send: (ids: string[]) => call(taskCalls.bulkRemove, { body: { ids } }),
    failure: 'Error deleting tasks',
    preview: without,
  })
