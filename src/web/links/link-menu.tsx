import { useState } from 'react'
import type { Task } from '../../contract/schemas/tasks.ts'
import { filterTasks, noFilter } from '../../contract/task-lists/filter.ts'
import { isOpen, type LinkRole, linkRoles, linksIn } from '../../contract/task-lists/link-index.ts'
import { numberOf } from '../../contract/words/task-names.ts'
import { useDeck } from '../deck/current-deck.ts'
import { statusIcon } from '../tasks/marks.tsx'
import { useToday } from '../tasks/today.ts'
import { ComboboxField, useCombobox } from '../ui/combobox.tsx'
import controls from '../ui/controls.module.css'
import { canLink } from './can-link.ts'
import classes from './link-menu.module.css'
import { roleNames } from './role-names.ts'
import { useLinking } from './use-linking.ts'

interface Props {
  ids: readonly string[]
  /** The role that is chosen at first. */
  role: LinkRole
  onClose: () => void
}

const maxShown = 8

/** Links tasks to another one, which is found by its number or its words. Tasks that cannot be linked this way are left out. */
export function LinkMenu({ ids, role: firstRole, onClose }: Props) {
  const today = useToday()
  const { tasks, byId } = useDeck()
  const { link } = useLinking()
  const [role, setRole] = useState(firstRole)
  const combobox = useCombobox()
  const { text, active, setActive, listId, option } = combobox
  const targets = ids.flatMap((one) => byId.get(one) ?? [])
  // Only one task at a time can get a part here: the parts would be moved one after the other.
  const roles = targets.length > 1 ? linkRoles.filter((one) => one !== 'has part') : linkRoles
  const index = linksIn(tasks)
  const found = text.trim()
    ? filterTasks(tasks, { ...noFilter, q: text }, { today, weekStart: 'monday' })
    : tasks.filter(isOpen).sort((a, b) => b.number - a.number)
  const options = found.filter((other) => targets.every((task) => canLink(index, role, task, other))).slice(0, maxShown)

  const choose = (other: Task) => {
    onClose()
    void link(role, targets, other)
  }

  return (
    <div className={classes.menu}>
      <ComboboxField
        combobox={combobox}
        hasOptions={options.length > 0}
        className={`${controls.query} ${classes.field}`}
        label={`${roleNames[role]}: find a task`}
        placeholder="Task number or title"
      />
      <fieldset className={classes.roles}>
        <legend className="visually-hidden">Kind of link</legend>
        {roles.map((one) => (
          <button
            key={one}
            type="button"
            className={`${controls.button} ${classes.role}`}
            aria-pressed={one === role}
            onClick={() => {
              setRole(one)
              setActive(0)
            }}
          >
            {roleNames[one]}
          </button>
        ))}
      </fieldset>
      <div role="listbox" id={listId} aria-label="Tasks" className={classes.list}>
        {options.map((task, place) => (
          <button
            key={task._id}
            type="button"
            role="option"
            {...option(place)}
            aria-selected={place === active}
            className={controls.option}
            onClick={() => choose(task)}
          >
            {statusIcon(task.status)}
            <span className={controls.ellipsis} dir="auto">
              {task.title}
            </span>
            <span className={`mono ${classes.number}`}>{numberOf(task)}</span>
          </button>
        ))}
      </div>
      {!options.length && (
        <p className={classes.none}>
          {text.trim() ? `No task for “${text.trim()}” can be linked this way.` : 'No task can be linked this way.'}
        </p>
      )}
    </div>
  )
}
