import { isFiltered } from '../../../contract/task-lists/filter.ts'
import { shortcutOf } from '../../commands/commands.ts'
import { Empty } from '../../ui/empty.tsx'
import { NoTasks } from '../../views/no-tasks.tsx'
import type { View } from '../../views/use-view.ts'

interface Props {
  place: 'tasks' | 'later' | 'waiting'
  view: View
  later: number
}

/** Replaces the rows of a list without tasks. A place says what belongs there. */
export function NothingHere({ place, view, later }: Props) {
  if (place === 'tasks' || later > 0 || isFiltered(view.filter)) return <NoTasks view={view} later={later} />
  if (place === 'waiting')
    return (
      <Empty title="Nothing waits.">
        <p className="muted">A task that is blocked by another one is here until that one is completed.</p>
      </Empty>
    )
  return (
    <Empty title="Nothing is put off.">
      <p className="muted">
        Snooze a task<span className="about-keys"> with {shortcutOf('snooze')}</span>, and it is here until its day.
      </p>
    </Empty>
  )
}
