import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { wordsOf } from '../../contract/search.ts'
import { type CommandId, commands } from '../commands/commands.ts'
import { runCommand, useAvailable } from '../commands/use-commands.ts'
import { numberOf } from '../deck/change.ts'
import { useDeck } from '../deck/current-deck.ts'
import { taskPath } from '../navigation/paths.ts'
import { filterTasks, noFilter } from '../tasks/filter.ts'
import { PriorityMark, StatusMark } from '../tasks/marks.tsx'
import { useToday } from '../tasks/today.ts'
import controls from '../ui/controls.module.css'
import { Keys } from './keys.tsx'
import classes from './palette.module.css'
import type { ListProps } from './palette.tsx'

const maxTasks = 12

/** The tasks and commands that match the query. */
export function PaletteList({ query, active, itemId, onActive, onReady, onClose }: ListProps) {
  const navigate = useNavigate()
  const available = useAvailable()
  const today = useToday()
  const { tasks, isReady } = useDeck()
  useEffect(() => {
    if (isReady) onReady()
  }, [isReady, onReady])

  const words = wordsOf(query)
  const actions = available.filter((id) => id !== 'palette' && words.every((word) => fits(id, word)))
  const q = /^\d+$/.test(query.trim()) ? `#${query.trim()}` : query
  const found = query.trim()
    ? filterTasks(tasks, { ...noFilter, q }, { today, weekStart: 'monday' }).slice(0, maxTasks)
    : []

  const item = (index: number, key: string, run: () => void, content: ReactNode) => (
    <button
      key={key}
      type="button"
      id={itemId(index)}
      role="option"
      tabIndex={-1}
      aria-selected={index === active}
      className={`${controls.option} ${classes.action}`}
      onPointerMove={() => onActive(index)}
      onClick={() => {
        onClose()
        run()
      }}
    >
      {content}
    </button>
  )
  return (
    <>
      <div role="listbox" aria-label="Results" id={itemId(-1)} className={classes.list}>
        {found.map((task, index) =>
          item(
            index,
            task._id,
            () => navigate(taskPath(task._id)),
            <>
              <span className={`mono ${classes.number}`}>{numberOf(task)}</span>
              <span className={classes.label}>{task.title}</span>
              <PriorityMark priority={task.priority} />
              <StatusMark status={task.status} />
            </>,
          ),
        )}
        {actions.map((id, index) =>
          item(
            found.length + index,
            id,
            // After the palette has closed, so that it does not take the focus from a dialog that the command opens.
            () => setTimeout(() => runCommand(id)),
            <>
              <span className={classes.label}>
                {commands[id].group === 'Go to' ? `Go to ${commands[id].label}` : commands[id].label}
              </span>
              <Keys of={commands[id].keys[0]} />
            </>,
          ),
        )}
      </div>
      {!found.length && !actions.length && <p className={classes.empty}>Nothing found for “{query}”.</p>}
    </>
  )
}

function fits(id: CommandId, word: string) {
  return wordsOf(`${commands[id].group} ${commands[id].label}`).some((other) => other.startsWith(word))
}
