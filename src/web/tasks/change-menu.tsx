import { Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { ManyChange, Task } from '../../contract/schemas/tasks.ts'
import { type Priority, priorities, type Status, statuses } from '../../contract/tasks.ts'
import { Dialog } from '../ui/dialog.tsx'
import { formatDay } from '../ui/format-day.ts'
import { Listbox, type Option } from '../ui/listbox.tsx'
import { dayOf } from './due.ts'
import { priorityIcon, statusIcon } from './marks.tsx'
import { namesOf } from './task-words.ts'
import { useToday } from './today.ts'
import { upcomingDays } from './upcoming-days.ts'

const AnotherDay = lazy(async () => ({ default: (await import('./another-day.tsx')).AnotherDay }))

export type ChangedField = 'status' | 'priority' | 'due'

interface Props {
  field: ChangedField
  /** The tasks when the menu was opened. */
  tasks: Task[]
  preferences: Preferences
  onChoose: (change: ManyChange) => void
  onClose: () => void
}

interface Menu {
  title: string
  options: Option[]
  presentIn: (task: Task) => string
  change: (value: string) => ManyChange
}

/** Chooses one value for all given tasks. If all of them have it already, the menu only closes. */
export function ChangeMenu({ field, tasks, preferences, onChoose, onClose }: Props) {
  const { title, options, presentIn, change } = menuOf(field, tasks, preferences, useToday())
  const current = tasks.map(presentIn)
  const choose = (value: string) => {
    if (current.every((other) => other === value)) onClose()
    else onChoose(change(value))
  }
  return (
    <Dialog onClose={onClose} title={title} size="xs" centered>
      <Text size="sm" c="dimmed" mb={8} truncate>
        {namesOf(tasks)}
      </Text>
      <Listbox label={title} options={options} current={current} onChoose={choose} />
      {field === 'due' && (
        <Suspense>
          <AnotherDay preferences={preferences} onChosen={choose} />
        </Suspense>
      )}
    </Dialog>
  )
}

function menuOf(field: ChangedField, tasks: Task[], preferences: Preferences, today: string): Menu {
  if (field === 'status')
    return {
      title: 'Change the status',
      options: statuses.map((status) => ({ value: status, label: status, icon: statusIcon(status) })),
      presentIn: (task) => task.status,
      change: (status) => ({ status: status as Status }),
    }
  if (field === 'priority')
    return {
      title: 'Change the priority',
      options: priorities.map((priority) => ({ value: priority, label: priority, icon: priorityIcon(priority) })),
      presentIn: (task) => task.priority,
      change: (priority) => ({ priority: priority as Priority }),
    }
  return {
    title: 'Change the due date',
    options: daysFor(tasks, preferences, today),
    presentIn: dayOf,
    change: (dueDate) => ({ dueDate }),
  }
}

/** The most common choices, and the current day if all tasks share another one. */
function daysFor(tasks: Task[], { weekStart, dateStyle }: Preferences, today: string): Option[] {
  const upcoming = upcomingDays(today, weekStart).map(({ label, day }) => ({
    value: day,
    label,
    detail: formatDay(day, dateStyle),
  }))
  const [shared, ...others] = new Set(tasks.map(dayOf))
  if (shared === undefined || others.length || upcoming.some(({ value }) => value === shared)) return upcoming
  return [...upcoming, { value: shared, label: 'Keep', detail: formatDay(shared, dateStyle) }]
}
