import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { CallError } from '../../../contract/client.ts'
import type { Task, TaskWithFiles } from '../../../contract/schemas/tasks.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { Files } from '../../files/files.tsx'
import { useUploads } from '../../files/use-uploads.ts'
import { Activity } from '../../history/activity.tsx'
import { useLiveState } from '../../live/state.ts'
import { paths } from '../../navigation/paths.ts'
import { useTrail } from '../../navigation/trail.ts'
import { taskQuery } from '../../tasks/queries.ts'
import { useIsRemoved } from '../../tasks/removed-tasks.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading } from '../../ui/loading.tsx'
import { MessagePage } from '../../ui/message-page.tsx'
import { useTitle } from '../../ui/page.tsx'
import { Description } from './description.tsx'
import { EditTask } from './edit-task.tsx'
import { useListedTask } from './listed-task.ts'
import classes from './task-details.module.css'
import { TaskForm } from './task-form.tsx'

export function TaskDetails() {
  const { id = '' } = useParams()
  const { data: task, error, refetch } = useQuery(taskQuery(id))
  const isConnected = useLiveState() === 'live'
  const listed = useListedTask(id, !task && (Boolean(error) || !isConnected))
  const missing = error instanceof CallError && error.code === 'not_found'
  const shown = task ?? (missing ? undefined : listed)
  if (shown) return <Details key={shown._id} task={shown} missing={missing} />
  if (missing) return <NoSuchTask />
  if (error) return <LoadFailed what="this task" error={error} onRetry={refetch} />
  return <Loading />
}

function Details({ task, missing }: { task: Task & Partial<TaskWithFiles>; missing: boolean }) {
  const { preferences } = useSignedIn()
  const isRemoved = useIsRemoved(task._id) || missing
  const [from = { name: 'Dashboard', to: paths.dashboard }] = useTrail()
  const uploads = useUploads(task)
  useTitle(`#${task.number} ${task.title}`)
  return (
    <div className={classes.layout}>
      <div className={classes.main}>
        <Link to={from.to} className={classes.back}>
          ← {from.name}
        </Link>
        <p className={`mono ${classes.number}`}>#{task.number}</p>
        <h1 className={classes.title}>{task.title}</h1>
        <Description text={task.description} />
        <EditTask task={task} dateStyle={preferences.dateStyle} isRemoved={isRemoved} />
      </div>
      <aside className={classes.side}>
        <TaskForm task={task} uploads={uploads} preferences={preferences} isRemoved={isRemoved} />
      </aside>
      <div className={classes.rest}>
        <Files task={task} files={task.files} uploads={uploads} dateStyle={preferences.dateStyle} />
        <Activity task={task} dateStyle={preferences.dateStyle} />
      </div>
    </div>
  )
}

function NoSuchTask() {
  return (
    <MessagePage
      title="Task not found"
      text="That task does not exist. It may have been deleted, or the link is mistyped."
    >
      <Button component={Link} to={paths.dashboard}>
        Back to the dashboard
      </Button>
    </MessagePage>
  )
}
