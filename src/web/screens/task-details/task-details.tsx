import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { CallError } from '../../../contract/client.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { type DeckTask, nameOf, numberOf } from '../../deck/change.ts'
import { findTask, useDeck } from '../../deck/current-deck.ts'
import { Files } from '../../files/files.tsx'
import { filesQuery } from '../../files/queries.ts'
import { useUploads } from '../../files/use-uploads.ts'
import { Activity } from '../../history/activity.tsx'
import { paths } from '../../navigation/paths.ts'
import { useTrail } from '../../navigation/trail.ts'
import { TasksFailed } from '../../tasks/tasks-failed.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading } from '../../ui/loading.tsx'
import { MessagePage } from '../../ui/message-page.tsx'
import { useTitle } from '../../ui/page.tsx'
import { Description } from './description.tsx'
import { EditTask } from './edit-task.tsx'
import classes from './task-details.module.css'
import { TaskForm } from './task-form.tsx'

export function TaskDetails() {
  const { id = '' } = useParams()
  const view = useDeck()
  const task = findTask(id, view)
  // A task that this browser does not know yet, or no longer: the server decides.
  const { error, refetch } = useQuery({ ...filesQuery(id), enabled: view.isReady && !task })
  if (task) return <Details key={task._id} task={task} />
  if (error instanceof CallError && error.code === 'not_found') return <NoSuchTask />
  if (error) return <LoadFailed what="this task" error={error} onRetry={refetch} />
  if (view.error && !view.isReady) return <TasksFailed />
  return <Loading />
}

function Details({ task }: { task: DeckTask }) {
  const { preferences } = useSignedIn()
  const [wasShown, setWasShown] = useState(!task.trashedAt)
  if (!task.trashedAt && !wasShown) setWasShown(true)
  const isRemoved = Boolean(task.trashedAt)
  // A task that the server has not numbered yet has no files.
  const { data: files } = useQuery({ ...filesQuery(task._id), enabled: task.version > 0 && !isRemoved })
  const [from = { name: 'Dashboard', to: paths.dashboard }] = useTrail()
  const uploads = useUploads(task)
  useTitle(nameOf(task))
  if (!wasShown) return <NoSuchTask />
  return (
    <div className={classes.layout}>
      <div className={classes.main}>
        <Link to={from.to} className={classes.back}>
          ← {from.name}
        </Link>
        <p className={`mono ${classes.number}`}>{numberOf(task)}</p>
        <h1 className={classes.title}>{task.title}</h1>
        <Description text={task.description} />
        <EditTask task={task} dateStyle={preferences.dateStyle} isRemoved={isRemoved} />
      </div>
      <aside className={classes.side}>
        <TaskForm task={task} uploads={uploads} preferences={preferences} isRemoved={isRemoved} />
      </aside>
      <div className={classes.rest}>
        <Files task={task} files={files} uploads={uploads} dateStyle={preferences.dateStyle} />
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
