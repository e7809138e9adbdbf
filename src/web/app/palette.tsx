import { Kbd } from '@mantine/core'
import { Spotlight, spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useState } from 'react'
import { generatePath, useNavigate } from 'react-router'
import { localDay } from '../../contract/calendar-day.ts'
import { wordsOf } from '../../contract/search.ts'
import { type CommandId, commands, keycaps } from '../commands/commands.ts'
import { runCommand, useAvailable } from '../commands/use-commands.ts'
import { filterTasks, noFilter } from '../tasks/filter.ts'
import { PriorityMark, StatusMark } from '../tasks/marks.tsx'
import { tasksQuery } from '../tasks/queries.ts'
import classes from './palette.module.css'
import { paths } from './paths.ts'

const mostTasks = 12

/** Every screen, every action and every task, by a few letters. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState('')
  const navigate = useNavigate()
  const available = useAvailable()
  const { data: tasks = [] } = useQuery(tasksQuery(''))
  useEffect(() => spotlight.open(), [])

  const words = wordsOf(query)
  const actions = available.filter((id) => id !== 'palette' && words.every((word) => fits(id, word)))
  const q = /^\d+$/.test(query.trim()) ? `#${query.trim()}` : query
  const found = query.trim()
    ? filterTasks(tasks, { ...noFilter, q }, { today: localDay(new Date()), weekStart: 'monday' }).slice(0, mostTasks)
    : []
  /** Runs when the palette is gone, so that it does not take the focus from what comes. */
  const run = (id: CommandId) => setTimeout(() => runCommand(id))

  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
      maxHeight={420}
      transitionProps={{ duration: 120 }}
    >
      <Spotlight.Search placeholder="Search or jump to …" aria-label="Search or jump to" />
      <Spotlight.ActionsList>
        {found.length > 0 && (
          <Spotlight.ActionsGroup label="Tasks">
            {found.map((task) => (
              <Spotlight.Action
                key={task._id}
                onClick={() => navigate(generatePath(paths.task, { id: task._id }))}
                className={classes.action}
              >
                <span className={`mono ${classes.number}`}>#{task.number}</span>
                <span className={classes.label}>{task.title}</span>
                <PriorityMark priority={task.priority} />
                <StatusMark status={task.status} />
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        )}
        {actions.length > 0 && (
          <Spotlight.ActionsGroup label="Commands">
            {actions.map((id) => (
              <Spotlight.Action key={id} onClick={() => run(id)} className={classes.action}>
                <span className={classes.label}>
                  {commands[id].group === 'Go to' ? `Go to ${commands[id].label}` : commands[id].label}
                </span>
                <Keys of={commands[id].keys[0]} />
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        )}
        {!found.length && !actions.length && <Spotlight.Empty>Nothing found for “{query}”.</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

function fits(id: CommandId, word: string) {
  return wordsOf(`${commands[id].group} ${commands[id].label}`).some((other) => other.startsWith(word))
}

export function Keys({ of: keys }: { of: string }) {
  return (
    <span className={classes.keys}>
      {keycaps(keys).map((chord, index) => (
        <Fragment key={chord.join()}>
          {index > 0 && ' then '}
          {chord.map((cap) => (
            <Kbd key={cap} size="xs">
              {cap}
            </Kbd>
          ))}
        </Fragment>
      ))}
    </span>
  )
}
