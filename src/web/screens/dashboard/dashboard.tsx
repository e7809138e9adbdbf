import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { paths } from '../../app/paths.ts'
import { tasksQuery } from '../../tasks/queries.ts'
import { sortTasks } from '../../tasks/sort.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
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
  const shown = useQuery(tasksQuery(view.status))
  const all = useQuery(tasksQuery(''))
  const tasks = shown.data && sortTasks(shown.data, view.sort)

  return (
    <>
      <Title order={1}>Welcome to the Dashboard, {user.username}!</Title>
      <Summary tasks={all.data} />
      <Toolbar view={view} all={all.data} />
      {shown.error && !tasks && <LoadFailed what="your tasks" error={shown.error} onRetry={shown.refetch} />}
      {shown.isPending && <CardSkeletons />}
      {tasks?.length === 0 && <Empty filtered={Boolean(view.status)} />}
      {tasks && tasks.length > 0 && (
        <div aria-busy={shown.isPlaceholderData}>
          <CardGrid tasks={tasks} dateStyle={preferences.dateStyle} />
        </div>
      )}
      <Link to={paths.addTask} className={classes.add} aria-label="Add a task" title="Add a task">
        +
      </Link>
    </>
  )
}

function Empty({ filtered }: { filtered: boolean }) {
  return (
    <div className={classes.empty}>
      <Text fw={600} size="lg">
        No tasks available.
      </Text>
      <Text c="dimmed">
        {filtered
          ? 'Nothing has this status right now. Choose All to see every task.'
          : 'Add your first one with the + button.'}
      </Text>
    </div>
  )
}
