import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { ManyChange, Task } from '../../contract/schemas/tasks.ts'
import { nameOf } from '../../contract/words/task-names.ts'
import { describeChange, namesOf } from '../../contract/words/task-words.ts'
import { useCommandTargets } from '../commands/command-targets.ts'
import { useCommands } from '../commands/use-commands.ts'
import { confirm } from '../ui/confirm.tsx'
import { withParts } from './complete-parts.tsx'
import { commandsFor, type EditedField, editedFields } from './edited-fields.ts'
import { FieldMenu } from './field-menu.tsx'
import { useChange } from './use-change.ts'
import { useComplete } from './use-complete.ts'
import { useSkip } from './use-skip.ts'
import type { TaskList } from './use-task-list.ts'

interface Asked {
  field: EditedField
  /** The targets when the menu was opened: the list may change meanwhile. */
  tasks: Task[]
  anchor: Element | null
}

export interface TaskHandlers {
  /** Completes tasks, or reopens them if all are completed. */
  complete: (...tasks: Task[]) => void
  /** Opens a menu at an element: for the given task and all others that are selected with it, or for the targets of the list. */
  ask: (field: EditedField, anchor?: Element | null, task?: Task) => void
  remove: () => void
}

export interface TaskActions {
  handlers: TaskHandlers
  /** The open menu. */
  menu: ReactNode
}

const idsOf = (tasks: Task[]) => tasks.map((task) => task._id)

/** The card or row of a task, or the cell in it that shows the field. */
function placeOf({ _id }: Task, field: EditedField): Element | null {
  const link = document.querySelector(`[data-task="${_id}"]`)
  return link?.parentElement?.querySelector(`[data-field="${field}"]`) ?? link
}

/** Changes the tasks of a list: by keys those that are selected, or the one with the focus; by pointer also a single one. */
export function useTaskActions(list: TaskList, preferences: Preferences): TaskActions {
  const [asked, setAsked] = useState<Asked>()
  const make = useChange()
  const complete = useComplete(list)
  useSkip(list, preferences.dateStyle)
  const close = () => setAsked(undefined)

  const ask: TaskHandlers['ask'] = (field, anchor, task) => {
    const tasks = task && !list.selected.has(task._id) ? [task] : list.targets()
    const [first] = tasks
    if (!first) return
    setAsked({ field, tasks, anchor: anchor ?? placeOf(list.focused ?? first, field) })
  }
  const change = async (values: ManyChange) => {
    if (!asked) return
    close()
    const tasks = values.status === 'Completed' ? await withParts(asked.tasks) : asked.tasks
    if (!tasks) return
    await make(
      { kind: 'updateMany', tasks: idsOf(tasks), change: values },
      {
        message: (changed) => describeChange(changed, values, preferences.dateStyle),
        failure: 'Error updating tasks',
        fallback: 'No task was updated. Please try again.',
      },
    )
  }
  const remove = async () => {
    const tasks = list.targets()
    const { length } = tasks
    if (!length) return
    const question =
      length === 1
        ? 'Are you sure you want to delete this task?'
        : `Are you sure you want to delete these ${length} tasks?`
    const action = length === 1 ? 'Delete task' : `Delete ${length} tasks`
    if (!(await confirm({ question, detail: firstNames(tasks), action }))) return
    list.clear()
    await make(
      { kind: 'remove', tasks: idsOf(tasks) },
      {
        message: (deleted) => `Deleted ${namesOf(deleted)}`,
        failure: 'Error deleting tasks',
        fallback: 'No task was deleted. Please try again.',
      },
    )
  }
  useCommandTargets(list.selected.size ? [...list.selected] : list.focused ? [list.focused._id] : [])
  useCommands({
    ...commandsFor(editedFields, (field) => ask(field)),
    deleteTasks: remove,
  })
  // Stable, so that rows and cards need not be rendered again for a new handler.
  const latest = useRef({ complete, ask, remove })
  useLayoutEffect(() => {
    latest.current = { complete, ask, remove }
  })
  const [handlers] = useState<TaskHandlers>(() => ({
    complete: (...tasks) => latest.current.complete(...tasks),
    ask: (...about) => latest.current.ask(...about),
    remove: () => latest.current.remove(),
  }))
  return {
    handlers,
    menu: asked && <FieldMenu {...asked} preferences={preferences} onChoose={change} onClose={close} />,
  }
}

const maxNames = 3

/** `#12 Fix login, #13 Write docs, #14 Ship it and 4 more` */
function firstNames(tasks: Task[]): string {
  const names = tasks.slice(0, maxNames).map(nameOf)
  const more = tasks.length - names.length
  return names.join(', ') + (more ? ` and ${more} more` : '')
}
