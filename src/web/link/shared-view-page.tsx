import { useEffect, useState } from 'react'
import type { SharedPage, SharedTask } from '../../contract/schemas/shares.ts'
import type { Status } from '../../contract/tasks.ts'
import { statusIcon } from '../tasks/marks.tsx'
import { DownIcon } from '../ui/icons.tsx'
import { ProgressCard } from './progress-card.tsx'
import classes from './shared-link.module.css'
import { TaskRow } from './task-row.tsx'

const groups = [
  ['In Progress', 'started'],
  ['Pending', 'pending'],
  ['Completed', 'completed'],
] as const

/** A shared view: its progress, and its tasks by status. */
export function SharedViewPage({ page }: { page: SharedPage }) {
  const { counts, tasks, more } = page
  const isAllDone = counts.started + counts.pending === 0
  return (
    <>
      <ProgressCard {...page} />
      {groups.map(([status, name]) =>
        status === 'Completed' && !isAllDone ? (
          <CompletedTasks key={status} page={page} />
        ) : (
          <section key={status} aria-label={status} hidden={!counts[name]}>
            <h2 className={classes.groupHead}>
              <GroupName status={status} count={counts[name]} />
            </h2>
            <Rows page={page} status={status} />
          </section>
        ),
      )}
      {tasks.length === 0 && <p className={classes.nothing}>No tasks available.</p>}
      {more > 0 && <p className={classes.nothing}>{more.toLocaleString('en')} more tasks are not shown.</p>}
    </>
  )
}

const GroupName = ({ status, count }: { status: Status; count: number }) => (
  <>
    {statusIcon(status, 16)} {status} <span className={classes.count}>{count.toLocaleString('en')}</span>
  </>
)

/** Labels that all tasks have, such as the one that the view is about, say nothing. */
function withoutCommon(tasks: SharedTask[]): SharedTask[] {
  const common = (tasks[0]?.labels ?? []).filter((label) => tasks.every(({ labels = [] }) => labels.includes(label)))
  if (!common.length || tasks.length === 1) return tasks
  return tasks.map((task) => ({ ...task, labels: task.labels?.filter((label) => !common.includes(label)) ?? [] }))
}

function Rows({ page, status }: { page: SharedPage; status: Status }) {
  const shown = withoutCommon(page.tasks).filter((task) => task.status === status)
  return (
    <ul className={classes.rows}>
      {shown.map((task, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: readers learn no ids of tasks
        <TaskRow key={index} task={task} page={page} />
      ))}
    </ul>
  )
}

/** Closed at first: readers want to know what is left. On paper, it is open. */
function CompletedTasks({ page }: { page: SharedPage }) {
  const [isOpen, setOpen] = useState(false)
  const isPrinting = usePrinting()
  const { completed } = page.counts
  if (!completed) return null
  return (
    <details open={isOpen || isPrinting} onToggle={({ currentTarget }) => !isPrinting && setOpen(currentTarget.open)}>
      <summary className={classes.groupHead}>
        <GroupName status="Completed" count={completed} />
        <span className={classes.chevron}>
          <DownIcon size={14} />
        </span>
      </summary>
      {(isOpen || isPrinting) && <Rows page={page} status="Completed" />}
    </details>
  )
}

/** Whether the page is being printed. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(() => matchMedia('print').matches)
  useEffect(() => {
    const media = matchMedia('print')
    const change = () => setPrinting(media.matches)
    media.addEventListener('change', change)
    return () => media.removeEventListener('change', change)
  }, [])
  return isPrinting
}
