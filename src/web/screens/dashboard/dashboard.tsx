import { Button, Text, Title } from '@mantine/core'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { shortcutOf, withKeys } from '../../commands/commands.ts'
import { runCommand } from '../../commands/use-commands.ts'
import { useDeck } from '../../deck/current-deck.ts'
import { useStop } from '../../navigation/trail.ts'
import { AddButton } from '../../tasks/add-button.tsx'
import { filterTasks, isFiltered } from '../../tasks/filter.ts'
import { sortTasks } from '../../tasks/sort.ts'
import { TasksFailed } from '../../tasks/tasks-failed.tsx'
import { useToday } from '../../tasks/today.ts'
import controls from '../../ui/controls.module.css'
import { Empty } from '../../ui/empty.tsx'
import keycap from '../../ui/keycap.module.css'
import { useTitle } from '../../ui/page.tsx'
import { CardGrid, CardSkeletons } from './card-grid.tsx'
import classes from './dashboard.module.css'
import { Summary } from './summary.tsx'
import { Toolbar } from './toolbar.tsx'
import { useView } from './view.ts'

export function Dashboard() {
  const { user, preferences } = useSignedIn()
  const view = useView(preferences)
  useTitle('Dashboard')
  useStop('Dashboard')
  const { isReady, tasks: all, error } = useDeck()
  const filter = useDeferredValue(view.filter)
  const { status, priority, due, label, q } = filter
  const { weekStart } = preferences
  const today = useToday()
  const tasks = useMemo(() => {
    if (!isReady) return undefined
    const calendar = { today, weekStart }
    const matching = filterTasks(all, { status, priority, due, label, q }, calendar)
    return q.trim() ? matching : sortTasks(matching, view.sort)
  }, [isReady, all, status, priority, due, label, q, today, weekStart, view.sort])

  const [wanted, setWanted] = useState<string>()
  useEffect(() => {
    // The results follow the text after a short delay.
    if (wanted !== q) return
    setWanted(undefined)
    runCommand('nextTask')
  }, [wanted, q])

  return (
    <>
      <Title order={1}>Welcome to the Dashboard, {user.username}!</Title>
      <Summary tasks={isReady ? all : undefined} />
      <button
        type="button"
        className={`${controls.button} ${classes.quick}`}
        onClick={() => runCommand('quickAdd')}
        title={withKeys('quickAdd')}
      >
        + Quick add: <span className={`mono ${classes.example}`}>Fix login timeout tomorrow !high</span>
        <kbd className={`about-keys ${keycap.keycap}`}>{shortcutOf('quickAdd')}</kbd>
      </button>
      <Toolbar view={view} all={isReady ? all : undefined} found={tasks?.length} onFound={setWanted} />
      <TasksFailed />
      {!isReady && !error && <CardSkeletons />}
      {tasks?.length === 0 && <NoTasks filtered={isFiltered(view.filter)} onClear={view.clear} />}
      {tasks && tasks.length > 0 && (
        <CardGrid tasks={tasks} preferences={preferences} onLabel={(name) => view.set({ label: name })} />
      )}
      <AddButton />
    </>
  )
}

function NoTasks({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <Empty title="No tasks available.">
      <Text c="dimmed">
        {filtered ? (
          'No task matches the search and the filters.'
        ) : (
          <>
            Add your first one with the + button
            <span className="about-keys">, or press {shortcutOf('quickAdd')}</span>.
          </>
        )}
      </Text>
      {filtered && (
        <Button variant="default" mt="md" onClick={onClear}>
          Show all tasks
        </Button>
      )}
    </Empty>
  )
}
