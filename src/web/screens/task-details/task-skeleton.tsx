import { Skeleton, Stack } from '@mantine/core'
import classes from './task-details.module.css'

/** Has the shape of a task's page while the task is loading. */
export function TaskSkeleton() {
  return (
    <div className={classes.page} role="status" aria-label="Loading">
      <Skeleton height={32} mt={12} maw={320} />
      <div className={classes.layout}>
        <div className={classes.head}>
          <Skeleton height={32} mb={16} maw={480} />
        </div>
        <Stack className={classes.side} gap="lg">
          {['status', 'priority', 'due', 'labels'].map((field) => (
            <Skeleton key={field} height={36} />
          ))}
        </Stack>
        <Stack className={classes.text} gap="xs">
          <Skeleton height={20} />
          <Skeleton height={20} />
          <Skeleton height={20} maw="60%" />
        </Stack>
      </div>
    </div>
  )
}
