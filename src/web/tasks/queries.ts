import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callUnlessSame, type Tagged } from '../../contract/client.ts'
import type { Output } from '../../contract/endpoint.ts'
import type { ManyChange, NewTask, Place, Task, TaskChange, TaskWithFiles } from '../../contract/schemas/tasks.ts'
import { type Status, taskCalls } from '../../contract/tasks.ts'
import { liveStaleTime, refreshUnlessLive } from '../live/live-queries.ts'
import { addToLists, changeLists, keys, type StatusFilter, useOptimisticTasks } from './cache.ts'

/** The lists as they were sent, with their tags. */
const sent = new WeakMap<object, Tagged<Output<typeof taskCalls.list>>>()

/** The tasks of one status, or all. While another filter loads, the old list stays in view; a list that has not changed is not sent again. */
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
    // Comparing ten thousand tasks one by one costs more than drawing those in view.
    structuralSharing: false,
  })

export const taskQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.tasks, id],
    queryFn: ({ signal }) => call(taskCalls.find, { params: { id } }, { signal }),
  })

/** Adds a task; says so also to a screen that was left meanwhile. */
export function useCreateTask(onAdded: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewTask) => call(taskCalls.create, { body }),
    meta: { failure: 'Error adding task' },
    onSuccess: ({ task }) => {
      onAdded()
      addToLists(client, [task])
      refreshUnlessLive(client)
    },
  })
}

export function useBulkCreate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (tasks: NewTask[]) => call(taskCalls.bulkCreate, { body: { tasks } }),
    meta: { failure: 'Error adding task' },
    onSuccess: ({ tasks }) => {
      addToLists(client, tasks)
      refreshUnlessLive(client)
    },
  })
}

interface Update {
  values: TaskChange
  /** Only when the task still has this version. */
  version: number
}

/** Changes a task: every list shows it at once, and shows it as it was again when the server refuses. */
export function useUpdateTask(task: Task) {
  const client = useQueryClient()
  const optimistic = useOptimisticTasks()
  return useMutation({
    mutationFn: ({ values, version }: Update) =>
      call(taskCalls.update, { params: { id: task._id }, body: values }, { headers: { 'if-match': `"${version}"` } }),
    meta: { failure: 'Error updating task' },
    onMutate: ({ values }) => optimistic.begin((other) => (other._id === task._id ? { ...other, ...values } : other)),
    onSuccess: ({ task: saved }) => {
      const newer = <T extends Task>(other: T) =>
        other._id === saved._id && other.version <= saved.version ? { ...other, ...saved } : other
      changeLists(client, newer)
      client.setQueriesData<TaskWithFiles>({ queryKey: keys.tasks }, (other) => other && newer(other))
    },
    onError: (_error, _change, shown) => optimistic.undo(shown),
    onSettled: (_answer, _error, _change, shown) => optimistic.settle(shown),
  })
}

export function useDeleteTask(task: Task) {
  const optimistic = useOptimisticTasks()
  return useMutation({
    mutationFn: () => call(taskCalls.remove, { params: { id: task._id } }),
    meta: { failure: 'Error deleting task' },
    onMutate: () => optimistic.begin((other) => (other._id === task._id ? undefined : other)),
    onError: (_error, _change, shown) => optimistic.undo(shown),
    onSettled: (_answer, _error, _change, shown) => optimistic.settle(shown),
  })
}

interface Move {
  id: string
  /** The tasks between which it goes; the server makes room there. None in an empty column. */
  place?: Place
  /** Where it is shown until the server has answered. */
  position: number
  status?: Status
}

/** Gives a task another place on the board, and perhaps another status; what others changed meanwhile stays. */
export function useMoveTask() {
  const optimistic = useOptimisticTasks()
  return useMutation({
    mutationFn: ({ id, position: _, ...body }: Move) => call(taskCalls.update, { params: { id }, body }),
    meta: { failure: 'Error moving task' },
    onMutate: ({ id, place: _, ...values }) =>
      optimistic.begin((task) => (task._id === id ? { ...task, ...values } : task)),
    onError: (_error, _change, shown) => optimistic.undo(shown),
    onSettled: (_answer, _error, _change, shown) => optimistic.settle(shown),
  })
}

/** Changes many tasks in the same way: shown at once, and as they were again when the server refuses. */
export function useBulkUpdate() {
  const optimistic = useOptimisticTasks()
  return useMutation({
    mutationFn: (body: { ids: string[]; change: ManyChange }) => call(taskCalls.bulkUpdate, { body }),
    meta: { failure: 'Error updating tasks' },
    onMutate: ({ ids, change: { addLabels = [], removeLabels = [], ...values } }) =>
      optimistic.begin((task) => {
        if (!ids.includes(task._id)) return task
        const labels = [...new Set([...task.labels.filter((label) => !removeLabels.includes(label)), ...addLabels])]
        return { ...task, ...values, labels }
      }),
    onError: (_error, _change, shown) => optimistic.undo(shown),
    onSettled: (_answer, _error, _change, shown) => optimistic.settle(shown),
  })
}

export function useBulkDelete() {
  const optimistic = useOptimisticTasks()
  return useMutation({
    mutationFn: (ids: string[]) => call(taskCalls.bulkRemove, { body: { ids } }),
    meta: { failure: 'Error deleting tasks' },
    onMutate: (ids) => optimistic.begin((task) => (ids.includes(task._id) ? undefined : task)),
    onError: (_error, _change, shown) => optimistic.undo(shown),
    onSettled: (_answer, _error, _change, shown) => optimistic.settle(shown),
  })
}
