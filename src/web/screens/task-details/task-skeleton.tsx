import { Skeleton } from '../../ui/skeleton.tsx'
import classes from './task-details.module.css'

/** Has the shape of a task's page while the task is loading. */
export function TaskSkeleton() {
  return (
    <div className={classes.page} role="status" aria-label="Loading">
      <Skeleton height={32} className="above-12" maxWidth={320} />
      <div className={classes.layout}>
        <div className={classes.head}>
          <Skeleton height={32} className="below-16" maxWidth={480} />
        </div>
        <div className={`stack gap-24 ${classes.side}`}>
          {['status', 'priority', 'due', 'labels'].map((field) => (
            <Skeleton key={field} height={36} />
          ))}
        </div>
        <div className={`stack gap-8 ${classes.text}`}>
          <Skeleton height={20} />
          <Skeleton height={20} />
          <Skeleton height={20} maxWidth="60%" />
        </div>
      </div>
    </div>
  )
}
