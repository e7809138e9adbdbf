import { isFiltered } from '../../contract/task-lists/filter.ts'
import { type CommandId, commands, shortcutOf } from '../commands/commands.ts'
import { useSampleTasks } from '../tasks/use-sample-tasks.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import keycap from '../ui/keycap.module.css'
import classes from './no-tasks.module.css'
import type { View } from './use-view.ts'

/** Replaces the tasks of a view that shows none. */
export function NoTasks({ view: { filter, clear } }: { view: View }) {
  const isNarrowed = isFiltered(filter)
  return (
    <Empty title="No tasks available.">
      <p className="muted">
        {isNarrowed ? (
          'No task matches the search and the filters.'
        ) : (
          <>
            Add your first one with the + button
            <span className="about-keys">, or press {shortcutOf('quickAdd')}</span>.
          </>
        )}
      </p>
      {isNarrowed ? (
        <Button className="above-16" variant="default" onClick={clear}>
          Show all tasks
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
      <dl className={classes.keys} aria-label="Keys worth knowing">
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
