import { Link } from 'react-router'
import { isFiltered } from '../../contract/task-lists/filter.ts'
import { type CommandId, commands, shortcutOf } from '../commands/commands.ts'
import { paths } from '../navigation/paths.ts'
import { useSampleTasks } from '../tasks/use-sample-tasks.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import keycap from '../ui/keycap.module.css'
import classes from './no-tasks.module.css'
import type { View } from './use-view.ts'

interface Props {
  view: View
  /** How many tasks match the filter, but are in Later. */
  later?: number
}

/** Replaces the tasks of a view that shows none. */
export function NoTasks({ view: { filter, clear, setFilter }, later = 0 }: Props) {
  const isNarrowed = isFiltered(filter)
  if (later > 0)
    return (
      <Empty title="No tasks available.">
        <p className="muted">
          {later === 1 ? '1 task that matches is in ' : `${later.toLocaleString('en')} tasks that match are in `}
          <Link to={paths.later}>Later</Link>.
        </p>
        <Button className="above-16" variant="default" onClick={() => setFilter({ later: ['shown'] })}>
          {later === 1 ? 'Show it here' : 'Show them here'}
        </Button>
      </Empty>
    )
  return (
    <Empty title="No tasks available.">
      <p className="muted">
        {isNarrowed ? (
          'No task matches the search and the conditions.'
        ) : (
          <>
            Add your first one with the + button
            <span className="about-keys">, or press {shortcutOf('quickAdd')}</span>.
          </>
        )}
      </p>
      {isNarrowed ? (
        <Button className="above-16" variant="default" onClick={clear}>
          Clear the conditions
        </Button>
      ) : (
        <FirstSteps />
      )}
    </Empty>
  )
}

const sampleCount = 10
const keysToKnow: CommandId[] = ['quickAdd', 'search', 'nextTask', 'previousTask', 'complete', 'help']

/** For a user without tasks: some to try things out with, and the keys worth knowing. */
function FirstSteps() {
  const addSamples = useSampleTasks()
  return (
    <>
      <Button className="above-16" variant="default" onClick={() => void addSamples(sampleCount)}>
        Add {sampleCount} sample tasks
      </Button>
      <p className="muted above-12">
        Or <Link to={paths.import}>import tasks</Link> from another program.
      </p>
      <dl className={`about-keys ${classes.keys}`} aria-label="Keys worth knowing">
        {keysToKnow.map((id) => (
          <div key={id}>
            <dt>
              <kbd className={keycap.keycap}>{shortcutOf(id)}</kbd>
            </dt>
            <dd>{commands[id].label}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
