import type { ReactNode } from 'react'
import { isKind } from '../../contract/task-fields.ts'
import { type CommandId, shortcutOf, withKeys } from '../commands/commands.ts'
import { runCommand } from '../commands/use-commands.ts'
import controls from '../ui/controls.module.css'
import {
  CalendarIcon,
  CheckIcon,
  CloseIcon,
  GaugeIcon,
  SnoozeIcon,
  TagIcon,
  TrashIcon,
  UserIcon,
} from '../ui/icons.tsx'
import keycap from '../ui/keycap.module.css'
import { type EditedField, editedFields, fieldCommands, fieldTitle } from './edited-fields.ts'
import { priorityIcon, statusIcon } from './marks.tsx'
import classes from './selection-bar.module.css'
import type { TaskHandlers } from './use-task-actions.tsx'
import type { TaskList } from './use-task-list.ts'

export interface SelectionProps {
  list: TaskList
  handlers: TaskHandlers
}

/** The names that are shorter here. */
const names: Partial<Record<EditedField, string>> = { dueDate: 'Due', startDate: 'Snooze' }

function iconOf(field: EditedField): ReactNode {
  if (field === 'status') return statusIcon('In Progress')
  if (field === 'priority') return priorityIcon('High')
  if (isKind(field, 'day')) return field === 'startDate' ? <SnoozeIcon size={16} /> : <CalendarIcon size={16} />
  return isKind(field, 'labels') ? <TagIcon size={16} /> : <GaugeIcon size={16} />
}

interface ActionOnTasks {
  name: string
  command: CommandId
  icon: ReactNode
  className?: string | undefined
  run: (handlers: TaskHandlers, list: TaskList, at: Element) => void
}

/** The actions that ask for a new value in a menu at their button. Repetitions and reminders have none, because few people want the same for several tasks: their keys and the palette set them. */
const asking = editedFields
  .filter((field) => field !== 'repeat' && field !== 'reminders')
  .map((field) => ({
    name: names[field] ?? fieldTitle(field),
    command: fieldCommands[field],
    icon: iconOf(field),
    run: ({ ask }: TaskHandlers, _list: TaskList, at: Element) => ask(field, at),
  }))

const actions: ActionOnTasks[] = [
  {
    name: 'Complete',
    command: 'complete',
    icon: <CheckIcon size={16} />,
    run: ({ complete }, list) => complete(...list.targets()),
  },
  ...asking,
  { name: 'Holder', command: 'claim', icon: <UserIcon size={16} />, run: () => runCommand('claim') },
  {
    name: 'Delete',
    command: 'deleteTasks',
    icon: <TrashIcon size={16} />,
    className: classes.danger,
    run: ({ remove }) => remove(),
  },
]

/** The bar with the number of selected tasks and what can be done with them. */
export function SelectedActions({ list, handlers }: SelectionProps) {
  return (
    <div
      className={`${controls.floating} ${controls.docked} ${classes.bar}`}
      role="toolbar"
      aria-label="Selected tasks"
      data-selection
    >
      <span className={classes.count} role="status">
        {list.count}
      </span>
      {!list.isAllSelected && (
        <Action name="Select all" command="selectAll" onClick={list.selectAll} className={classes.all} />
      )}
      <span className={classes.actions}>
        {actions.map(({ run, ...action }) => (
          <Action key={action.name} {...action} onClick={(at) => run(handlers, list, at)} />
        ))}
      </span>
      <Action
        name="Clear"
        command="clearSelection"
        icon={<CloseIcon size={16} />}
        onClick={list.clear}
        className={classes.clear}
      />
    </div>
  )
}

interface ActionProps {
  name: string
  command: CommandId
  icon?: ReactNode
  className?: string | undefined
  onClick: (at: Element) => void
}

function Action({ name, command, icon, className = '', onClick }: ActionProps) {
  return (
    <button
      type="button"
      className={`${controls.small} ${classes.action} ${className}`}
      title={withKeys(command)}
      onClick={(event) => onClick(event.currentTarget)}
    >
      {icon}
      <span>{name}</span>
      <span aria-hidden="true">
        <kbd className={`about-keys ${keycap.keycap}`}>{shortcutOf(command)}</kbd>
      </span>
    </button>
  )
}
