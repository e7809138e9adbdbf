import { claimLimits, newClaim } from '../../contract/claims.ts'
import { mergeFields } from '../../contract/merge.ts'
import { completed } from '../../contract/next-task.ts'
import { isOpenQuestion } from '../../contract/questions.ts'
import type { NextTask } from '../../contract/schemas/tasks.ts'
import { bulkValues, changedValues, newValues } from '../../contract/task-changes.ts'
import { allFields, type TaskValues, withoutAbsent } from '../../contract/task-fields.ts'
import { unnumbered } from '../../contract/words/task-names.ts'
import {
  type Base,
  type Change,
  type DeckTask,
  type Effect,
  type NamedTask,
  type NoteEffect,
  type OwnValues,
  withCounts,
} from './change.ts'

type Applied = Pick<Change, 'id' | 'intent' | 'at'> & Partial<Pick<Change, 'base'>>

/** Applies a change to a copy of the tasks. Tasks that are missing, or in the trash, are left out. */
export function applyChange(tasks: Map<string, DeckTask>, { id: change, intent, at, base = {} }: Applied): void {
  const edit = (id: string, values: Partial<DeckTask>) => {
    const task = tasks.get(id)
    if (task && !task.trashedAt) tasks.set(id, edited(task, values, change, at))
  }
  /** Sets values of a task. If that completes it and it repeats, the next one is added, as on the server. */
  const set = (id: string, valuesFor: (task: DeckTask) => Partial<TaskValues>, { _id, today }: NextTask) => {
    const task = tasks.get(id)
    if (!task || task.trashedAt) return
    const { own: _, ...plain } = task
    const { values, next } = completed(plain, valuesFor(task), today ?? at.slice(0, 10))
    edit(id, values)
    if (next && _id && !tasks.has(_id)) tasks.set(_id, withoutAbsent({ ...next, ...numbered(_id, at, tasks.size) }))
  }
  switch (intent.kind) {
    case 'create':
      for (const task of intent.tasks) if (!tasks.has(task._id)) tasks.set(task._id, newTask(task, at, tasks.size))
      return
    case 'update': {
      const { place: _, next = {}, ...wanted } = intent.values
      const position = intent.position === undefined ? {} : { position: intent.position }
      const valuesFor = (task: DeckTask) => ({ ...wanted, ...mergeInto(task, wanted, base[intent.task]).values })
      set(intent.task, (task) => ({ ...changedValues(valuesFor(task), task, at), ...position }), next)
      return
    }
    case 'updateMany':
      for (const id of intent.tasks) {
        const _id = intent.next?.ids?.[id]
        const next = { ...(_id ? { _id } : {}), ...(intent.next?.today ? { today: intent.next.today } : {}) }
        set(id, (task) => bulkValues(intent.change, task, at), next)
      }
      return
    case 'claim':
      for (const id of intent.tasks) set(id, (task) => claimedValues(task, intent.to, at), {})
      return
    case 'remove':
      for (const id of intent.tasks) edit(id, { trashedAt: at })
      return
    case 'restore':
      applyEffects(tasks, [{ task: intent.task, isTrashed: false }], change, at)
      return
    case 'undo':
      applyEffects(tasks, intent.effects, change, at)
      return
    case 'note':
      countNotes(tasks, intent.task, intent)
      return
    case 'colour':
  }
}

/** The values of a task that is given to a holder, or released. */
function claimedValues(task: DeckTask, to: string | null, at: string): Partial<TaskValues> {
  if (to === null) return { claim: null }
  const started = task.status === 'In Progress' ? {} : changedValues({ status: 'In Progress' }, task, at)
  return { ...started, claim: newClaim(to, at, claimLimits.default, task.claim) }
}

/** Merges the values of a change into a task that may have been changed since, like the server does. Without a base, nothing is known to merge. */
export const mergeInto = (
  task: Partial<TaskValues>,
  wanted: Partial<TaskValues>,
  base: Pick<Base, 'values'> | undefined,
) => (base ? mergeFields({ base: base.values, current: task, wanted }) : { values: wanted, conflicts: [] })

/** A task with new values, each marked with the change that has set it. */
function edited(task: DeckTask, values: Partial<DeckTask>, change: string, at: string): DeckTask {
  const own: OwnValues = { ...task.own }
  for (const [name] of allFields) if (name in values) own[name] = change
  const marked = Object.keys(own).length ? { own } : {}
  return withoutAbsent({ ...task, ...values, ...marked, updatedAt: at })
}

function applyEffects(tasks: Map<string, DeckTask>, effects: Effect[], change: string, at: string) {
  for (const { task: id, values, isTrashed, note } of effects) {
    if (note) countNotes(tasks, id, note)
    const task = tasks.get(id)
    if (!task || note) continue
    const trashedAt = isTrashed === undefined ? {} : { trashedAt: isTrashed ? at : null }
    tasks.set(id, edited(task, { ...values, ...trashedAt }, change, at))
  }
}

function countNotes(tasks: Map<string, DeckTask>, id: string, { from, to }: NoteEffect) {
  const task = tasks.get(id)
  const added = Number(to !== null) - Number(from !== null)
  const opened = Number(to !== null && isOpenQuestion(to)) - Number(from !== null && isOpenQuestion(from))
  if (!task || !(added || opened)) return
  const counts = { noteCount: (task.noteCount ?? 0) + added, openQuestions: (task.openQuestions ?? 0) + opened }
  tasks.set(id, withCounts(task, counts))
}

function newTask({ _id, ...task }: NamedTask, at: string, order: number): DeckTask {
  const made = numbered(_id, at, order)
  return withoutAbsent({ ...made, position: made.number, ...newValues(task, at) })
}

/** Everything but the values of a task that the server has not numbered yet. */
const numbered = (_id: string, at: string, order: number) => ({
  _id,
  number: unnumbered + order,
  version: 0,
  createdAt: at,
  updatedAt: at,
  fileCount: 0,
})
