import { api } from '../contract/calls/api.ts'
import type { Task } from '../contract/schemas/tasks.ts'
import { isOpen } from '../contract/task-lists/link-index.ts'
import type { Dependencies } from './dependencies.ts'

export interface OpenParts {
  tasks: Task[]
  /** Whether there may be more. */
  isCut: boolean
}

/** One call of a tool makes at most this many calls to find parts, each of which finds at most `maxParts`. */
const maxCalls = 40
const maxParts = 100

/** The parts of completed tasks that are still open, and their parts in turn, by number. */
export async function openPartsLeft({ call }: Dependencies, ids: readonly string[]): Promise<OpenParts> {
  const isNamed = ({ _id, number }: Task) => ids.some((id) => id === _id || id.replace('#', '') === String(number))
  const parents = [...ids]
  const found = new Map<string, Task>()
  let isCut = false
  for (let calls = 0; parents.length && calls < maxCalls; calls++) {
    const query = { partOf: parents.shift() ?? '', sort: 'created', order: 'asc', limit: String(maxParts) } as const
    const { tasks, total = 0 } = await call(api.tasks.page, { query })
    isCut ||= total > tasks.length
    for (const part of tasks) {
      if (found.has(part._id)) continue
      found.set(part._id, part)
      parents.push(part._id)
    }
  }
  const open = [...found.values()].filter((task) => isOpen(task) && !isNamed(task))
  return { tasks: open.sort((a, b) => a.number - b.number), isCut: isCut || parents.length > 0 }
}
