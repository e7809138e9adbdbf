import { Link } from 'react-router'
import { commands, shortcutOf } from '../../commands/commands.ts'
import { runCommand } from '../../commands/use-commands.ts'
import { paths } from '../../navigation/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import keycap from '../../ui/keycap.module.css'

/** Replaces both lists if no task is open. */
export function NoOpenTasks() {
  return (
    <Empty title="No tasks available.">
      <Button
        className="above-16"
        variant="default"
        onClick={() => runCommand('quickAdd')}
        end={<kbd className={`about-keys ${keycap.keycap}`}>{shortcutOf('quickAdd')}</kbd>}
      >
        {commands.quickAdd.label}
      </Button>
      <p className="muted above-12">
        Or <Link to={paths.import}>import tasks</Link> from another program.
      </p>
    </Empty>
  )
}
