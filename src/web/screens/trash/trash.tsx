import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../../contract/client.ts'
import type { TrashedFile, TrashedTask } from '../../../contract/schemas/trash.ts'
import { trashCalls, trashDays } from '../../../contract/trash.ts'
import { fileSize } from '../../files/file-size.ts'
import { paths } from '../../navigation/paths.ts'
import { useStop } from '../../navigation/trail.ts'
import { type TrashAnswer, trashQuery, useTrashCall } from '../../trash/queries.ts'
import { confirm } from '../../ui/confirm.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { Subheading } from '../../ui/subheading.tsx'
import { timeAgo } from '../../ui/time-ago.ts'
import classes from './trash.module.css'

/** What was deleted: to be restored, or deleted for good. */
export function Trash() {
  useStop('Trash')
  const { data, error, refetch } = useQuery(trashQuery)
  const empty = useTrashCall(() => call(trashCalls.empty))
  const count = data ? data.tasks.length + data.files.length : 0
  const emptyAll = async () => {
    const question = 'Delete everything in the trash for good?'
    if (await confirm({ question, detail: 'This cannot be undone.', action: 'Empty Trash' })) empty.mutate()
  }
  return (
    <Page title="Trash">
      <Group justify="space-between" mb="md" mt={-16}>
        <Text c="dimmed">What you delete stays here for {trashDays} days.</Text>
        {count > 0 && (
          <Button variant="default" c="var(--deck-critical)" onClick={emptyAll} loading={empty.isPending}>
            Empty Trash
          </Button>
        )}
      </Group>
      {error && !data && <LoadFailed what="the trash" error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={180} radius={14} role="status" aria-label="Loading the trash" />}
      {data && count === 0 && (
        <div className={classes.empty}>
          <Text fw={600} size="lg">
            The trash is empty.
          </Text>
          <Text c="dimmed">
            Tasks and files that you delete appear here. <Link to={paths.dashboard}>Back to the dashboard</Link>
          </Text>
        </div>
      )}
      {data && data.tasks.length > 0 && (
        <ul className={classes.list} aria-label="Deleted tasks">
          {data.tasks.map((task) => (
            <TaskRow key={task._id} task={task} />
          ))}
        </ul>
      )}
      {data && data.files.length > 0 && (
        <>
          <Subheading>Files</Subheading>
          <ul className={classes.list} aria-label="Deleted files">
            {data.files.map((file) => (
              <FileRow key={file._id} file={file} />
            ))}
          </ul>
        </>
      )}
    </Page>
  )
}

function TaskRow({ task }: { task: TrashedTask }) {
  const params = { id: task._id }
  return (
    <Row
      name={task.title}
      mark={`#${task.number}`}
      detail={`${task.status} · ${task.priority} · deleted ${timeAgo(task.trashedAt)}`}
      restore={() => call(trashCalls.restore, { params })}
      purge={() => call(trashCalls.purge, { params })}
    />
  )
}

function FileRow({ file }: { file: TrashedFile }) {
  const params = { id: file.task._id, file: file._id }
  return (
    <Row
      name={file.name}
      mark={fileSize(file.size)}
      detail={`of #${file.task.number} ${file.task.title} · removed ${timeAgo(file.removedAt)}`}
      restore={() => call(trashCalls.restoreFile, { params })}
      purge={() => call(trashCalls.purgeFile, { params })}
    />
  )
}

interface RowProps {
  name: string
  mark: string
  detail: string
  restore: () => Promise<TrashAnswer>
  purge: () => Promise<TrashAnswer>
}

function Row({ name, mark, detail, ...calls }: RowProps) {
  const restore = useTrashCall(calls.restore)
  const purge = useTrashCall(calls.purge)
  const ask = async () => {
    const question = `Delete “${name}” for good?`
    if (await confirm({ question, detail: 'This cannot be undone.', action: 'Delete for good' })) purge.mutate()
  }
  return (
    <li>
      <div className={classes.what}>
        <span className={`mono ${classes.mark}`}>{mark}</span>
        <span className={classes.name}>{name}</span>
        <Text size="xs" c="dimmed" className={classes.detail}>
          {detail}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        <Button
          variant="default"
          onClick={() => restore.mutate()}
          loading={restore.isPending}
          aria-label={`Restore ${name}`}
        >
          Restore
        </Button>
        <Button
          variant="subtle"
          c="var(--deck-critical)"
          onClick={ask}
          loading={purge.isPending}
          aria-label={`Delete ${name} for good`}
        >
          Delete
        </Button>
      </Group>
    </li>
  )
}
