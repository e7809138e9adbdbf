import { AppError } from '../../contract/errors.ts'
import type { NewTask, Task } from '../../contract/schemas/tasks.ts'
import type { TaskRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'
import { taskOf, valuesOf } from './fields.ts'
import { hasLinks, type LinkTargets } from './links.ts'
import { countTasks } from './task-table.ts'
import type { NewRow, TaskWrites } from './task-writes.ts'
import { type Ticked, tickedIn } from './ticks.ts'
import { newRow } from './values.ts'

interface Dependencies {
  writes: TaskWrites
  links: LinkTargets
  nextId: () => string
  /** Stores who has ticked criteria. */
  onTicked: (draft: Draft, row: TaskRow, criteria: Ticked[]) => Promise<void>
  maxTasks: number
}

/** Adds tasks within a change, up to the limit of an owner. */
export function addingTasks({ writes, links, nextId, onTicked, maxTasks }: Dependencies) {
  /** Adds tasks, each with the id that the client has chosen or with a new one. */
  async function add(draft: Draft, tasks: NewTask[]): Promise<TaskRow[]> {
    const chosenIds = tasks.flatMap(({ _id }) => _id ?? [])
    const areLinked = tasks.some(hasLinks)
    // The tasks that links name are looked up with the lock that taking numbers would get later.
    if (areLinked) await draft.lock()
    const rows: NewRow[] = []
    for (const { _id: id = nextId(), ...task } of tasks) {
      const resolved = areLinked ? await links.resolve(draft, { id }, task, chosenIds) : task
      rows.push(newRow(id, resolved, draft.at))
    }
    return insert(draft, rows, chosenIds)
  }

  /** Stores the receipts of the criteria that a new task has ticked, which few have. Returns its row with the proof of them. */
  async function withTicks(draft: Draft, row: TaskRow): Promise<TaskRow> {
    const ticked = row.done_when === '[]' ? [] : tickedIn([], valuesOf(row).doneWhen)
    if (!ticked.length) return row
    await onTicked(draft, row, ticked)
    return (await writes.find(draft, { id: row.id })) ?? row
  }

  async function insert(draft: Draft, rows: NewRow[], chosenIds: string[]): Promise<TaskRow[]> {
    if (!rows.length) return []
    const made = await writes.create(draft, rows, chosenIds)
    // Numbers are never reused, so only an owner whose numbers exceed the limit can have too many tasks.
    const mayExceed = made.some(({ number }) => number > maxTasks)
    if (mayExceed) await checkTaskCount(draft, maxTasks)
    const added: TaskRow[] = []
    for (const row of made) added.push(await withTicks(draft, row))
    return added
  }

  const addRows = async (draft: Draft, rows: NewRow[], chosenIds: string[]): Promise<Task[]> =>
    (await insert(draft, rows, chosenIds)).map(taskOf)

  return { add, addRows }
}

/** Fails with `too_large` if the owner has too many tasks. */
export async function checkTaskCount({ tx, owner }: Draft, maxTasks: number): Promise<void> {
  if ((await countTasks(tx, owner)) > maxTasks) throw tooManyTasks(maxTasks)
}

function tooManyTasks(maxTasks: number) {
  return new AppError(
    'too_large',
    `You would exceed the limit of ${maxTasks} tasks, including the trash. Delete some and empty the trash first.`,
  )
}
