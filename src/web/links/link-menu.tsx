import { type KeyboardEvent, useId, useState } from 'react'
import type { Task } from '../../contract/schemas/tasks.ts'
import { filterTasks, noFilter } from '../../contract/task-lists/filter.ts'
import { isOpen, type LinkRole, linkRoles, linksIn } from '../../contract/task-lists/link-index.ts'
import { numberOf } from '../../contract/words/task-names.ts'
import { useDeck } from '../deck/current-deck.ts'
import { statusIcon } from '../tasks/marks.tsx'
import { useToday } from '../tasks/today.ts'
import controls from '../ui/controls.module.css'
import { focusNow } from '../ui/dialog.tsx'
import { isComposing } from '../ui/layers.ts'
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
  const id = useId()
  const today = useToday()
  const { tasks, byId } = useDeck()
  const { link } = useLinking()
  const [role, setRole] = useState(firstRole)
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || event.ctrlKey || event.metaKey || event.altKey) return
    const chosen = options[active]
    if (event.key === 'ArrowDown') setActive(Math.min(active + 1, Math.max(options.length - 1, 0)))
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0))
    else if (event.key === 'Enter') {
      // A key that was already held down when the menu opened chooses nothing.
      if (chosen && !event.repeat) choose(chosen)
    } else return
    event.preventDefault()
  }

  return (
    <div className={classes.menu}>
      <input
        ref={focusNow}
        className={`${controls.query} ${classes.field}`}
        role="combobox"
        aria-label={`${roleNames[role]}: find a task`}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={options.length ? `${id}-${active}` : undefined}
        placeholder="Number or words of a task"
        autoComplete="off"
        dir="auto"
        data-autofocus
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
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
      <div id={`${id}-list`} role="listbox" aria-label="Tasks" className={classes.list}>
        {options.map((task, place) => (
          <button
            key={task._id}
            type="button"
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === active}
            data-active={place === active || undefined}
            className={`${controls.option} ${classes.option}`}
            onPointerMove={() => setActive(place)}
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
