import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { ManyChange, Task } from '../../contract/schemas/tasks.ts'
import { withKeys } from '../commands/commands.ts'
import { useCommands } from '../commands/use-commands.ts'
import { nameOf } from '../deck/change.ts'
import { confirm } from '../ui/confirm.tsx'
import classes from './change-many.module.css'
import { type ChangedField, ChangeMenu } from './change-menu.tsx'
import { describeChange, namesOf } from './task-words.ts'
import { useChange } from './use-change.ts'
import type { TaskList } from './use-task-list.ts'

interface Asked {
  field: ChangedField
  /** The targets when the menu was opened: the card loses the focus to the menu, and the list may change meanwhile. */
  tasks: Task[]
}

const idsOf = (tasks: Task[]) => tasks.map((task) => task._id)

/** Changes the selected tasks, or the one that has the focus: by keys, and with a toolbar while tasks are selected. */
export function ChangeMany({ list, preferences }: { list: TaskList; preferences: Preferences }) {
  const [asked, setAsked] = useState<Asked>()
  const make = useChange()
  const ask = (field: ChangedField) => () => {
    const tasks = list.targets()
    if (!tasks.length) return
    setAsked({ field, tasks })
  }
  const close = () => setAsked(undefined)

  const change = async (values: ManyChange) => {
    if (!asked) return
    close()
    await make(
      { kind: 'updateMany', tasks: idsOf(asked.tasks), change: values },
      {
        message: (changed) => describeChange(changed, values, preferences.dateStyle),
        failure: 'Error updating tasks',
        fallback: 'No task was updated. Please try again.',
      },
    )
  }
  const discard = async () => {
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
        message: namesOfDeleted,
        failure: 'Error deleting tasks',
        fallback: 'No task was deleted. Please try again.',
      },
    )
  }
  useCommands({ setStatus: ask('status'), setPriority: ask('priority'), setDue: ask('due'), deleteTasks: discard })

  const count = list.selected.size
  return (
    <>
      {count > 0 && (
        <div className={classes.bar} role="toolbar" aria-label="Selected tasks">
          <span className={classes.count}>{list.count}</span>
          <Button size="xs" variant="default" onClick={ask('status')} title={withKeys('setStatus')}>
            Status
          </Button>
          <Button size="xs" variant="default" onClick={ask('priority')} title={withKeys('setPriority')}>
            Priority
          </Button>
          <Button size="xs" variant="default" onClick={ask('due')} title={withKeys('setDue')}>
            Due date
          </Button>
          <Button
            size="xs"
            variant="default"
            c="var(--deck-critical)"
            onClick={discard}
            title={withKeys('deleteTasks')}
          >
            Delete
          </Button>
          <Button size="xs" variant="subtle" onClick={list.clear} title={withKeys('clearSelection')}>
            Clear
          </Button>
        </div>
      )}
      {asked && <ChangeMenu {...asked} preferences={preferences} onChoose={change} onClose={close} />}
    </>
  )
}

const namesOfDeleted = (tasks: Task[]) => `Deleted ${namesOf(tasks)}`

const maxNames = 3

/** `#12 Fix login, #13 Write docs, #14 Ship it and 4 more` */
function firstNames(tasks: Task[]): string {
  const names = tasks.slice(0, maxNames).map(nameOf)
  const more = tasks.length - names.length
  return names.join(', ') + (more ? ` and ${more} more` : '')
}
