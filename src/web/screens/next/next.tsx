import { Text } from '@mantine/core'
import { Link } from 'react-router'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { numberOf } from '../../deck/change.ts'
import { useDeck } from '../../deck/current-deck.ts'
import { paths, taskPath } from '../../navigation/paths.ts'
import { useStop } from '../../navigation/trail.ts'
import { ChangeMany } from '../../tasks/change-many.tsx'
import { CompleteButton } from '../../tasks/complete-button.tsx'
import { DueMark, PriorityMark, StatusMark } from '../../tasks/marks.tsx'
import { TasksFailed } from '../../tasks/tasks-failed.tsx'
import { useToday } from '../../tasks/today.ts'
import { useComplete } from '../../tasks/use-complete.ts'
import { inRowsOf, useTaskList } from '../../tasks/use-task-list.ts'
import { Views } from '../../tasks/views.tsx'
import { WaitingTag } from '../../tasks/waiting-tag.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Page } from '../../ui/page.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { Rows } from '../../ui/rows.tsx'
import classes from './next.module.css'
import { rank } from './reasons.ts'

const maxShown = 50

/** Open tasks, the most urgent first, each with the reasons for its rank. */
export function Next() {
  useStop('Next')
  const { preferences } = useSignedIn()
  const today = useToday()
  const { isReady, tasks: all, error } = useDeck()
  const ranked = rank(all, today).slice(0, maxShown)
  const tasks = ranked.map(({ task }) => task)
  const list = useTaskList(tasks, {
    name: 'next',
    step: inRowsOf(1),
    reveal: (index) =>
      document.querySelector(`[data-task="${tasks[index]?._id}"]`)?.scrollIntoView({ block: 'nearest' }),
  })
  const complete = useComplete(list)
  return (
    <Page title="Next" intro="Your open tasks, the most urgent first." aside={<Views />}>
      <TasksFailed />
      {!isReady && !error && <RowSkeletons what="tasks" />}
      {isReady && ranked.length === 0 && (
        <Empty title="Nothing left to do.">
          <Text c="dimmed">
            <Link to={paths.addTask}>Add a task</Link>, or take a break.
          </Text>
        </Empty>
      )}
      {ranked.length > 0 && (
        <Rows isOrdered label="Tasks">
          {ranked.map(({ task, reasons }) => (
            <li key={task._id} className={classes.row} data-selected={list.selected.has(task._id) || undefined}>
              <Link
                to={taskPath(task._id)}
                data-task={task._id}
                onFocus={() => list.onFocus(task._id)}
                onBlur={list.onBlur}
              >
                <span className={classes.what}>
                  <span className={`mono ${classes.number}`}>{numberOf(task)}</span> {task.title}
                  <span className={classes.reasons}>{reasons.join(' · ') || 'not urgent'}</span>
                </span>
                <span className={classes.marks}>
                  <PriorityMark priority={task.priority} />
                  <StatusMark status={task.status} />
                  <WaitingTag id={task._id} />
                  <DueMark task={task} dateStyle={preferences.dateStyle} />
                </span>
              </Link>
              <CompleteButton task={task} onComplete={complete} />
            </li>
          ))}
        </Rows>
      )}
      <ChangeMany list={list} preferences={preferences} />
    </Page>
  )
}
