import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { trashCalls } from '../../../contract/calls/trash.ts'
import { call } from '../../../contract/client.ts'
import { fileSize } from '../../../contract/file-size.ts'
import type { TrashedFile } from '../../../contract/schemas/trash.ts'
import { timeAgo } from '../../../contract/time-ago.ts'
import { trashDays } from '../../../contract/trash.ts'
import { nameOf, numberOf } from '../../../contract/words/task-names.ts'
import type { DeckTask } from '../../deck/change.ts'
import { useDeck } from '../../deck/current-deck.ts'
import { paths } from '../../navigation/paths.ts'
import { useStop } from '../../navigation/trail.ts'
import { useChange } from '../../tasks/use-change.ts'
import { trashQuery } from '../../trash/queries.ts'
import { useTrashCall } from '../../trash/use-trash-call.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { Rows } from '../../ui/rows.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Subheading } from '../../ui/subheading.tsx'
import classes from './trash.module.css'

/** Deleted tasks and files, to restore or to delete for good. */
export function Trash() {
  useStop('Trash')
  const { data, error, refetch } = useQuery(trashQuery)
  const { byId, trash } = useDeck()
  const empty = useTrashCall({ send: emptyTrash, message: 'Emptied the trash' })
  // The deck knows what was deleted or restored here and is not sent yet.
  const tasks = [...trash, ...(data?.tasks ?? []).filter((task) => !byId.has(task._id))]
  const files = data?.files ?? []
  const count = tasks.length + files.length
  const emptyAll = async () => {
    const question = 'Delete everything in the trash for good?'
    if (await confirm({ question, detail: 'This cannot be undone.', action: 'Empty trash' })) empty.mutate()
  }
  return (
    <Page
      title="Trash"
      intro={`Deleted tasks and files stay here for ${trashDays} days.`}
      aside={
        count > 0 && (
          <Button variant="default" tone="critical" onClick={emptyAll} isBusy={empty.isPending}>
            Empty trash
          </Button>
        )
      }
    >
      {error && !data && !count && <LoadFailed what="the trash" error={error} onRetry={refetch} order={2} />}
      {!data && !error && !count && <Skeleton height={180} radius={14} role="status" aria-label="Loading the trash" />}
      {data && count === 0 && (
        <Empty title="The trash is empty.">
          <p className="muted">
            Tasks and files that you delete appear here. <Link to={paths.dashboard}>Back to the dashboard</Link>
          </p>
        </Empty>
      )}
      {tasks.length > 0 && (
        <Rows label="Deleted tasks">
          {tasks.map((task) => (
            <TaskRow key={task._id} task={task} />
          ))}
        </Rows>
      )}
      {files.length > 0 && (
        <>
          <Subheading>Files</Subheading>
          <Rows label="Deleted files">
            {files.map((file) => (
              <FileRow key={file._id} file={file} />
            ))}
          </Rows>
        </>
      )}
    </Page>
  )
}

/** A large trash takes several calls. */
async function emptyTrash() {
  for (;;) {
    const answer = await call(trashCalls.empty)
    if (!answer.more) return answer
  }
}

function TaskRow({ task }: { task: DeckTask }) {
  const change = useChange()
  const restore = () =>
    void change(
      { kind: 'restore', task: task._id },
      {
        message: () => `Restored ${nameOf(task)}`,
        failure: 'Trash error',
        fallback: 'The task was not restored. Please try again.',
      },
    )
  const purge = useTrashCall({
    send: () => call(trashCalls.purge, { params: { id: task._id } }),
    message: `Deleted ${nameOf(task)} for good`,
  })
  return (
    <Row
      name={task.title}
      mark={numberOf(task)}
      detail={`${task.status} · ${task.priority} · deleted ${timeAgo(task.trashedAt ?? '')}`}
      onRestore={restore}
      purge={purge}
    />
  )
}

function FileRow({ file }: { file: TrashedFile }) {
  const params = { id: file.task._id, file: file._id }
  const restore = useTrashCall({
    send: () => call(trashCalls.restoreFile, { params }),
    message: `Restored ${file.name} to ${nameOf(file.task)}`,
  })
  const purge = useTrashCall({
    send: () => call(trashCalls.purgeFile, { params }),
    message: `Deleted ${file.name} for good`,
  })
  return (
    <Row
      name={file.name}
      mark={fileSize(file.size)}
      detail={`from ${nameOf(file.task)} · removed ${timeAgo(file.removedAt)}`}
      onRestore={() => restore.mutate()}
      isRestoring={restore.isPending}
      purge={purge}
    />
  )
}

interface RowProps {
  name: string
  mark: string
  detail: string
  onRestore: () => void
  isRestoring?: boolean
  purge: ReturnType<typeof useTrashCall>
}

function Row({ name, mark, detail, onRestore, isRestoring = false, purge }: RowProps) {
  const ask = async () => {
    const question = `Delete “${name}” for good?`
    if (await confirm({ question, detail: 'This cannot be undone.', action: 'Delete for good' })) purge.mutate()
  }
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <span className={`mono ${classes.mark}`}>{mark}</span>
        <span className={classes.name} dir="auto">
          {name}
        </span>
        <p className={`small muted ${classes.detail}`} dir="auto">
          {detail}
        </p>
      </div>
      <div className="row nowrap">
        <Button variant="default" onClick={onRestore} isBusy={isRestoring} aria-label={`Restore ${name}`}>
          Restore
        </Button>
        <Button
          variant="subtle"
          tone="critical"
          onClick={ask}
          isBusy={purge.isPending}
          aria-label={`Delete ${name} for good`}
        >
          Delete
        </Button>
      </div>
    </li>
  )
}
