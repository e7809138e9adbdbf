import { Link } from 'react-router'
import { isFiltered } from '../../../contract/task-lists/filter.ts'
import { rank } from '../../../contract/task-lists/rank.ts'
import { numberOf } from '../../../contract/words/task-names.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { paths } from '../../navigation/paths.ts'
import { TaskLink } from '../../navigation/task-link.tsx'
import { CompleteButton } from '../../tasks/complete-button.tsx'
import { DueMark, PriorityMark } from '../../tasks/marks.tsx'
import { SelectionBar } from '../../tasks/selection-bar.tsx'
import { TaskFacts } from '../../tasks/task-facts.tsx'
import { useToday } from '../../tasks/today.ts'
import { useTaskActions } from '../../tasks/use-task-actions.tsx'
import { inRowsOf, useTaskList } from '../../tasks/use-task-list.ts'
import { useTouchGestures } from '../../tasks/use-touch-gestures.ts'
import { WaitingTag } from '../../tasks/waiting-tag.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Marked } from '../../ui/marked.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { Rows } from '../../ui/rows.tsx'
import { NoTasks } from '../../views/no-tasks.tsx'
import { Surface } from '../../views/surface.tsx'
import { useShown, useView } from '../../views/use-view.ts'
import classes from './next.module.css'

const maxShown = 50

/** Open tasks, the most urgent first, each with the reasons for its rank. */
export function Next() {
  const { preferences } = useSignedIn()
  const today = useToday()
  const view = useView()
  const shown = useShown(view)
  const ranked = rank(shown.tasks, today, shown.all).slice(0, maxShown)
  const tasks = ranked.map(({ task }) => task)
  const list = useTaskList(tasks, {
    name: 'next',
    step: inRowsOf(1),
    reveal: (index) =>
      document.querySelector(`[data-task="${tasks[index]?._id}"]`)?.scrollIntoView({ block: 'nearest' }),
  })
  const { handlers, menu } = useTaskActions(list, preferences)
  const gestures = useTouchGestures(tasks, list, handlers)
  return (
    <Surface name="Next" view={view} shown={shown} isOrdered groupChoices={[]}>
      {!shown.isReady && !shown.error && <RowSkeletons what="tasks" height={44} />}
      {shown.isReady && ranked.length === 0 && isFiltered(view.filter) && (
        <NoTasks view={view} later={shown.later.length} />
      )}
      {shown.isReady && ranked.length === 0 && !isFiltered(view.filter) && (
        <Empty title="Nothing left to do.">
          <p className="muted">
            <Link to={paths.addTask}>Add a task</Link>, or take a break.
          </p>
        </Empty>
      )}
      {ranked.length > 0 && (
        <Rows isOrdered label="Tasks" {...gestures}>
          {ranked.map(({ task, reasons }) => (
            <li key={task._id} className={classes.row} data-selected={list.selected.has(task._id) || undefined}>
              <TaskLink id={task._id} data-task={task._id} onFocus={() => list.onFocus(task._id)} onBlur={list.onBlur}>
                <span className={classes.what}>
                  <span className={`mono ${classes.number}`}>{numberOf(task)}</span>
                  <span className={classes.title} dir="auto">
                    <Marked text={task.title} words={shown.words} />
                  </span>
                  <span className={classes.reasons}>{reasons.join(' · ') || 'not urgent'}</span>
                  <span className={classes.facts}>
                    <TaskFacts task={task} dateStyle={preferences.dateStyle} />
                    <WaitingTag id={task._id} />
                  </span>
                </span>
                <span className={classes.marks}>
                  <PriorityMark priority={task.priority} />
                  <span className={classes.status}>{task.status}</span>
                  <DueMark task={task} dateStyle={preferences.dateStyle} />
                </span>
              </TaskLink>
              <CompleteButton task={task} onComplete={handlers.complete} />
            </li>
          ))}
        </Rows>
      )}
      <SelectionBar list={list} handlers={handlers} />
      {menu}
    </Surface>
  )
}
