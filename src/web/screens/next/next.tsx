import { useState } from 'react'
import { Link } from 'react-router'
import { isFiltered } from '../../../contract/task-lists/filter.ts'
import { rank } from '../../../contract/task-lists/rank.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { useFreeTime, useMeetings } from '../../meetings/use-meetings.ts'
import { paths } from '../../navigation/paths.ts'
import { useQuestions } from '../../questions/use-questions.ts'
import { RankedRow } from '../../tasks/ranked-row.tsx'
import { SelectionBar } from '../../tasks/selection-bar.tsx'
import { useToday } from '../../tasks/today.ts'
import { useTaskActions } from '../../tasks/use-task-actions.tsx'
import { inRowsOf, useTaskList } from '../../tasks/use-task-list.ts'
import { useTouchGestures } from '../../tasks/use-touch-gestures.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { Rows } from '../../ui/rows.tsx'
import { NoTasks } from '../../views/no-tasks.tsx'
import { Surface } from '../../views/surface.tsx'
import { useShown, useView } from '../../views/use-view.ts'
import classes from './next.module.css'

/** Rendering thousands of rows takes seconds, and few people read beyond the first ones. */
const rowsAtOnce = 100

/** The whole ranking: all open tasks that can be worked on, the most urgent first, each with the reasons for its rank. */
export function Next() {
  const { preferences } = useSignedIn()
  const today = useToday()
  const view = useView()
  const shown = useShown(view)
  const { questions } = useQuestions()
  const free = useFreeTime(useMeetings().meetings)
  const [maxShown, setMaxShown] = useState(rowsAtOnce)
  const ranked = rank(shown.tasks, today, shown.all)
  const tasks = ranked.slice(0, maxShown).map(({ task }) => task)
  const more = ranked.length - tasks.length
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
      {!shown.isReady && !shown.error && <RowSkeletons what="tasks" height={40} />}
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
      {tasks.length > 0 && (
        <Rows isOrdered label="Tasks" {...gestures}>
          {tasks.map((task) => (
            <RankedRow
              key={task._id}
              task={task}
              all={shown.all}
              free={free}
              words={shown.words}
              question={questions.find(({ note }) => note.taskId === task._id)?.note.text}
              list={list}
              handlers={handlers}
            />
          ))}
        </Rows>
      )}
      {more > 0 && (
        <p className={classes.more}>
          <Button variant="default" onClick={() => setMaxShown(maxShown + rowsAtOnce)}>
            Show {Math.min(more, rowsAtOnce)} more of {more.toLocaleString('en')}
          </Button>
        </p>
      )}
      <SelectionBar list={list} handlers={handlers} />
      {menu}
    </Surface>
  )
}
