import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../../contract/client.ts'
import type { TrashedFile, TrashedTask } from '../../../contract/schemas/trash.ts'
import { trashCalls, trashDays } from '../../../contract/trash.ts'
import { fileSize } from '../../files/file-size.ts'
import { paths } from '../../navigation/paths.ts'
import { useStop } from '../../navigation/trail.ts'
import { nameOf } from '../../tasks/task-words.ts'
import { trashQuery, useTrashCall } from '../../trash/queries.ts'
import { confirm } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { Rows } from '../../ui/rows.tsx'
import { Subheading } from '../../ui/subheading.tsx'
import { timeAgo } from '../../ui/time-ago.ts'
import classes from './trash.module.css'

/** Deleted tasks and files, to restore or to delete for good. */
export function Trash() {
  useStop('Trash')
  const { data, error, refetch } = useQuery(trashQuery)
  const empty = useTrashCall({ send: () => call(trashCalls.empty), message: 'Emptied the trash' })
  const count = data ? data.tasks.length + data.files.length : 0
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
          <Button variant="default" c="var(--deck-critical)" onClick={emptyAll} loading={empty.isPending}>
            Empty trash
          </Button>
        )
      }
    >
      {error && !data && <LoadFailed what="the trash" error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={180} radius={14} role="status" aria-label="Loading the trash" />}
      {data && count === 0 && (
        <Empty title="The trash is empty.">
          <Text c="dimmed">
            Tasks and files that you delete appear here. <Link to={paths.dashboard}>Back to the dashboard</Link>
          </Text>
        </Empty>
      )}
      {data && data.tasks.length > 0 && (
        <Rows label="Deleted tasks">
          {data.tasks.map((task) => (
            <TaskRow key={task._id} task={task} />
          ))}
        </Rows>
      )}
      {data && data.files.length > 0 && (
        <>
          <Subheading>Files</Subheading>
          <Rows label="Deleted files">
            {data.files.map((file) => (
              <FileRow key={file._id} file={file} />
            ))}
          </Rows>
        </>
      )}
    </Page>
  )
}

function TaskRow({ task }: { task: TrashedTask }) {
  const params = { id: task._id }
  const restore = useTrashCall({
    send: () => call(trashCalls.restore, { params }),
    message: `Restored ${nameOf(task)}`,
  })
  const purge = useTrashCall({
    send: () => call(trashCalls.purge, { params }),
    message: `Deleted ${nameOf(task)} for good`,
  })
  return (
    <Row
      name={task.title}
      mark={`#${task.number}`}
      detail={`${task.status} · ${task.priority} · deleted ${timeAgo(task.trashedAt)}`}
      restore={restore}
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
      restore={restore}
      purge={purge}
    />
  )
}

interface RowProps {
  name: string
  mark: string
  detail: string
  restore: ReturnType<typeof useTrashCall>
  purge: ReturnType<typeof useTrashCall>
}

function Row({ name, mark, detail, restore, purge }: RowProps) {
  const ask = async () => {
    const question = `Delete “${name}” for good?`
    if (await confirm({ question, detail: 'This cannot be undone.', action: 'Delete for good' })) purge.mutate()
  }
  return (
    <li className={classes.row}>
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
