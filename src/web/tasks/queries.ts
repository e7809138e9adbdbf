import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../contract/client.ts'
import type { NewTask, Task, TaskChange, TaskWithFiles } from '../../contract/schemas/tasks.ts'
import { type Status, taskCalls } from '../../contract/tasks.ts'

export type StatusFilter = Status | ''

/** The tasks of one status, or all. While another filter loads, the old list stays in view. */
export const tasksQuery = (status: StatusFilter) =>
  queryOptions({
    queryKey: ['tasks', status],
    queryFn: async ({ signal }) => {
      try {
        return (await call(taskCalls.list, { query: { status } }, { signal })).tasks
      } catch (error) {
        if (!signal.aborted) console.error('Error fetching tasks', error)
        throw error
      }
    },
    placeholderData: keepPreviousData,
  })

export const taskQuery = (id: string) =>
  queryOptions({
    queryKey: ['task', id],
    queryFn: ({ signal }) => call(taskCalls.find, { params: { id } }, { signal }),
  })

export function useCreateTask() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewTask) => call(taskCalls.create, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['tasks'] }),
  })
}

export function useBulkCreate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (tasks: NewTask[]) => call(taskCalls.bulkCreate, { body: { tasks } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['tasks'] }),
  })
}

/** Changes a task: every list and screen shows it at once, and shows it as it was again when the server refuses. */
export function useUpdateTask(task: Task) {
  const optimistic = useOptimisticTasks()
  return useMutation({
    mutationFn: (body: TaskChange) => call(taskCalls.update, { params: { id: task._id }, body }),
    onMutate: (change) => optimistic.begin((other) => (other._id === task._id ? { ...other, ...change } : other)),
    onError: (_error, _change, before) => optimistic.undo(before),
    onSettled: () => optimistic.settle(),
  })
}

export function useDeleteTask(task: Task) {
  const optimistic = useOptimisticTasks()
  return useMutation({
    mutationFn: () => call(taskCalls.remove, { params: { id: task._id } }),
    onMutate: () => optimistic.begin((other) => (other._id === task._id ? undefined : other)),
    onError: (_error, _change, before) => optimistic.undo(before),
    onSettled: () => optimistic.settle(),
  })
}

type Change = <T extends Task>(task: T) => T | undefined

/** Applies a change to everything that is cached about tasks, and can take it back. */
function useOptimisticTasks() {
  const client = useQueryClient()
  return {
    async begin(change: Change) {
      await client.cancelQueries({ queryKey: ['tasks'] })
      const lists = client.getQueriesData<Task[]>({ queryKey: ['tasks'] })
      const details = client.getQueriesData<TaskWithFiles>({ queryKey: ['task'] })
      client.setQueriesData<Task[]>({ queryKey: ['tasks'] }, (tasks) => tasks?.flatMap((task) => change(task) ?? []))
      client.setQueriesData<TaskWithFiles>({ queryKey: ['task'] }, (task) => (task ? (change(task) ?? task) : task))
      return [...lists, ...details]
    },
    undo(before: [readonly unknown[], unknown][] | undefined) {
      for (const [key, data] of before ?? []) client.setQueryData(key, data)
    },
    settle() {
      client.invalidateQueries({ queryKey: ['tasks'] })
      client.invalidateQueries({ queryKey: ['task'], refetchType: 'none' })
    },
  }
}
