import type { ImportedTask } from '../imports.ts'
import type { ImportResult } from '../schemas/imports.ts'
import { idOfKey } from './id-of-key.ts'
import type { ReadFiles } from './read-files.ts'

type ReadTask = ReadFiles['tasks'][number]
export type Here = NonNullable<ImportResult['here']>

/** The choices for tasks that an earlier import has made, and for new ones that look like a task here. */
export const hereChoices = ['update', 'skip', 'import'] as const
export type HereChoice = (typeof hereChoices)[number]
export const alikeChoices = ['skip', 'import'] as const
export type AlikeChoice = (typeof alikeChoices)[number]

export interface PlanChoices {
  here: HereChoice
  alike: AlikeChoice
  /** Whether tasks are imported that are completed at their source. */
  completed: boolean
  /** Whether tasks are brought back from the trash. */
  restore: boolean
}

export const usualChoices: PlanChoices = { here: 'update', alike: 'skip', completed: true, restore: false }

export interface Plan {
  tasks: ReadTask[]
  /** The tasks that will be made. */
  created: number
  /** Those that are here already and will be changed, or brought back. */
  updated: number
  /** Those that will be made and are completed. */
  completed: number
}

/**
 * The tasks of a file that are imported, by what a dry run has found and what the user has chosen. The lines that were found are places in
 * `read`, from 1. Copies of tasks that are here get ids that follow from `seed`, so that a repetition finds them. Links lead to the copies, and
 * to the tasks here that others look like.
 */
export function planImport(read: readonly ReadTask[], here: Here, choices: PlanChoices, seed: string): Plan {
  const [changed, same, trashed, gone] = [here.changed, here.same, here.trashed, here.gone].map(
    (lines) => new Set(lines),
  ) as [Set<number>, Set<number>, Set<number>, Set<number>]
  const alike = new Map(here.alike.map(({ line, _id }) => [line, _id]))
  /** The ids that links to a task of the file lead to; null if it is neither imported nor here. */
  const leads = new Map<string, string | null>()
  const plan: Plan = { tasks: [], created: 0, updated: 0, completed: 0 }
  for (const [index, one] of read.entries()) {
    const line = index + 1
    const { _id, status } = one.task
    const isCompleted = status === 'Completed'
    const isHere = changed.has(line) || same.has(line)
    const isDeleted = trashed.has(line) || gone.has(line)
    const isCopy = (isHere || gone.has(line)) && choices.here === 'import'
    // The server leaves out those that were deleted, and says so.
    if (!isCopy && (isDeleted || (isHere && choices.here === 'update'))) {
      plan.tasks.push(one)
      if ((trashed.has(line) && choices.restore) || changed.has(line)) plan.updated++
      continue
    }
    const isOther = alike.has(line) && choices.alike === 'skip'
    const isLeftOut = (isCompleted && !choices.completed) || isOther
    if ((isCopy || !isHere) && !isLeftOut) {
      if (isCopy) leads.set(_id, idOfKey(`${seed}\n${_id}`))
      plan.tasks.push(one)
      plan.created++
      if (isCompleted) plan.completed++
    } else if (!isHere) leads.set(_id, alike.get(line) ?? null)
  }
  if (leads.size) plan.tasks = plan.tasks.map((one) => ({ ...one, task: redirected(one.task, leads) }))
  return plan
}

function redirected(task: ImportedTask, leads: ReadonlyMap<string, string | null>): ImportedTask {
  const to = (id: string) => {
    const found = leads.get(id)
    return found === undefined ? id : found
  }
  const { _id, partOf, blockedBy } = task
  return {
    ...task,
    _id: to(_id) ?? _id,
    ...(partOf ? { partOf: to(partOf) } : {}),
    ...(blockedBy ? { blockedBy: blockedBy.flatMap((id) => to(id) ?? []) } : {}),
  }
}

const counted = (count: number, name = 'task') => `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`

/** What a plan does, for a button: `Import 412 tasks`. */
export function planInWords({ created, updated }: Pick<Plan, 'created' | 'updated'>): string {
  if (created && updated) return `Import ${counted(created)}, update ${updated.toLocaleString('en')}`
  return updated ? `Update ${counted(updated)}` : `Import ${counted(created)}`
}
