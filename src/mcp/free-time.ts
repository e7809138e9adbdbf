import { api } from '../contract/calls/api.ts'
import { CallError } from '../contract/client.ts'
import { fitsBefore, freeTimeIn } from '../contract/meetings.ts'
import type { Dependencies } from './dependencies.ts'
import type { Found } from './paging.ts'

/** Adds to the reasons of tasks that they fit before the next meeting of the user. Asks only if a task has an estimate. */
export async function withFreeTime({ call }: Dependencies, found: Found): Promise<Found> {
  if (!found.tasks.some(({ estimate }) => estimate)) return found
  const free = await call(api.meetings.freeTime, {}).then(freeTimeIn, (error: unknown) => {
    // An older server does not know meetings.
    if (error instanceof CallError && error.code === 'not_found') return undefined
    throw error
  })
  const fitting = found.tasks.flatMap((task) => {
    const words = fitsBefore(task, free)
    return words ? [[task._id, [...(found.reasons?.[task._id] ?? []), words]]] : []
  })
  return { ...found, reasons: { ...found.reasons, ...Object.fromEntries(fitting) } }
}
