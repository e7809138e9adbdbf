import { Button, Modal, Stack } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { ManyChange } from '../../contract/schemas/tasks.ts'
import { priorities, statuses } from '../../contract/tasks.ts'
import { withKeys } from '../commands/commands.ts'
import { useCommands } from '../commands/use-commands.ts'
import { confirm } from '../ui/confirm.tsx'
import { reportFailure } from '../ui/failed.ts'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import classes from './change-many.module.css'
import { changeWords } from './change-words.ts'
import { formatDay } from './due.ts'
import { priorityIcon, statusIcon } from './marks.tsx'
import { useBulkDelete, useBulkUpdate } from './queries.ts'
import { soonDays } from './soon.ts'
import { useToday } from './today.ts'
import { useUndo } from './undo.ts'
import type { TaskList } from './use-task-list.ts'

const AnotherDay = lazy(async () => ({ default: (await import('./another-day.tsx')).AnotherDay }))

interface Asked {
  what: 'status' | 'priority' | 'due'
  /** Kept, because the card loses the focus to the question. */
  ids: string[]
}

/** What can be done with the selected tasks, or with the one that has the focus: by keys, and by a bar while something is selected. */
export function ChangeMany({ list, preferences }: { list: TaskList; preferences: Preferences }) {
  const [asked, setAsked] = useState<Asked>()
  const today = useToday()
  const update = useBulkUpdate()
  const remove = useBulkDelete()
  const undo = useUndo()
  const focus = useReturnFocus()
  const ask = (what: Asked['what']) => () => {
    const ids = list.targets()
    if (!ids.length) return
    focus.remember()
    setAsked({ what, ids })
  }
  const close = () => {
    setAsked(undefined)
    focus.giveBack()
  }

  // Both wait for the answer instead of being called back: the list may be gone by then, with its last card.
  const change = async (values: ManyChange) => {
    if (!asked) return
    close()
    try {
      const answer = await update.mutateAsync({ ids: asked.ids, change: values })
      undo.offer(changeWords(answer.tasks, values, preferences.dateStyle), answer.change)
    } catch (error) {
      reportFailure('Error updating tasks', error, 'No task was updated. Please try again.')
    }
  }
  const discard = async () => {
    const ids = list.targets()
    if (!ids.length) return
    const question =
      ids.length === 1
        ? 'Are you sure you want to delete this task?'
        : `Are you sure you want to delete these ${ids.length} tasks?`
    if (!(await confirm({ question, action: ids.length === 1 ? 'Delete Task' : `Delete ${ids.length} Tasks` }))) return
    list.clear()
    try {
      const answer = await remove.mutateAsync(ids)
      undo.offer(ids.length === 1 ? 'Task deleted successfully!' : answer.message, answer.change)
    } catch (error) {
      reportFailure('Error deleting tasks', error, 'No task was deleted. Please try again.')
    }
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
      {asked?.what === 'status' && (
        <Choose title="Change the status" onClose={close}>
          {statuses.map((status) => ({
            label: status,
            icon: statusIcon(status),
            run: () => change({ status }),
          }))}
        </Choose>
      )}
      {asked?.what === 'priority' && (
        <Choose title="Change the priority" onClose={close}>
          {priorities.map((priority) => ({
            label: priority,
            icon: priorityIcon(priority),
            run: () => change({ priority }),
          }))}
        </Choose>
      )}
      {asked?.what === 'due' && (
        <Choose
          title="Change the due date"
          onClose={close}
          more={
            <Suspense>
              <AnotherDay preferences={preferences} onChosen={(dueDate) => change({ dueDate })} />
            </Suspense>
          }
        >
          {soonDays(today, preferences.weekStart).map(({ label, day }) => ({
            label: `${label} · ${formatDay(day, preferences.dateStyle)}`,
            run: () => change({ dueDate: day }),
          }))}
        </Choose>
      )}
    </>
  )
}

interface Choice {
  label: string
  icon?: ReactNode
  run: () => void
}

interface ChooseProps {
  title: string
  children: Choice[]
  more?: ReactNode
  onClose: () => void
}

/** A few choices; the number in front of one chooses it. */
function Choose({ title, children, more, onClose }: ChooseProps) {
  // From the first moment, also before the focus has arrived.
  useHotkeys(children.map(({ run }, index) => [String(index + 1), run]))
  return (
    <Modal opened onClose={onClose} title={title} size="xs" centered transitionProps={{ duration: 120 }}>
      {/* Room for the ring of the first one's focus. */}
      <Stack gap={6} pt={4}>
        {children.map(({ label, icon, run }, index) => (
          <Button
            key={label}
            variant="default"
            justify="flex-start"
            leftSection={icon}
            rightSection={<span className={`mono ${classes.digit}`}>{index + 1}</span>}
            onClick={run}
            {...(index === 0 ? { 'data-autofocus': true } : {})}
            classNames={{ label: classes.choice ?? '' }}
          >
            {label}
          </Button>
        ))}
        {more}
      </Stack>
    </Modal>
  )
}
