import type { FreeTime } from '../../contract/meetings.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { linksIn } from '../../contract/task-lists/link-index.ts'
import { startedWord } from '../../contract/task-lists/rank.ts'
import { type RowReasons, rowReasons } from '../../contract/task-lists/row-reasons.ts'
import { numberOf } from '../../contract/words/task-names.ts'
import { useSignedIn } from '../accounts/signed-in.ts'
import { TaskLink } from '../navigation/task-link.tsx'
import { Marked } from '../ui/marked.tsx'
import { CompleteButton } from './complete-button.tsx'
import { priorityIcon } from './marks.tsx'
import classes from './ranked-row.module.css'
import { TaskFacts } from './task-facts.tsx'
import { useToday } from './today.ts'
import type { TaskHandlers } from './use-task-actions.tsx'
import type { TaskList } from './use-task-list.ts'
import { WaitingTag } from './waiting-tag.tsx'

interface Props {
  task: Task
  /** The task as it was ranked, if it was completed a moment ago. */
  ranked?: Task
  /** All tasks among which it is ranked. */
  all: readonly Task[]
  /** The time before the next meeting. */
  free?: FreeTime | undefined
  words?: string[]
  /** Its newest open question, in its own words, if it is loaded. */
  question?: string | undefined
  list: TaskList
  handlers: TaskHandlers
}

const noWords: string[] = []

/** A task of a ranked list: its title, the reasons for its place, its priority and its number. */
export function RankedRow({ task, ranked = task, all, free, words = noWords, question, list, handlers }: Props) {
  const { dateStyle } = useSignedIn().preferences
  const today = useToday()
  const reasons = rowReasons(ranked, linksIn(all), today, dateStyle, free)
  return (
    <li
      className={classes.row}
      data-selected={list.selected.has(task._id) || undefined}
      data-done={task.status === 'Completed' || undefined}
    >
      <TaskLink id={task._id} data-task={task._id} onFocus={() => list.onFocus(task._id)} onBlur={list.onBlur}>
        <span className={classes.what}>
          <span className={classes.title} dir="auto">
            <Marked text={task.title} words={words} />
          </span>
          <span className={classes.facts}>
            <TaskFacts task={task} dateStyle={dateStyle} hasParent={!reasons.isParentNamed} />
            <WaitingTag id={task._id} />
          </span>
        </span>
        <Reasons question={question} reasons={reasons} />
        <PriorityOnly task={task} />
        <span className={`mono ${classes.number}`}>{numberOf(task)}</span>
      </TaskLink>
      <CompleteButton task={task} onComplete={handlers.complete} />
    </li>
  )
}

interface ReasonsProps {
  question: string | undefined
  reasons: RowReasons
}

/** Each reason is one element, so that a narrow column can leave out the one that the ring shows, too. */
function Reasons({ question, reasons: { date, isStarted, asked, others } }: ReasonsProps) {
  const shown = [
    ...(date ? [{ words: date.words, urgency: date.urgency }] : []),
    ...(isStarted ? [{ words: startedWord, isStarted }] : []),
    ...others.map((words) => ({ words })),
  ]
  return (
    <span className={classes.reasons} data-count={shown.length}>
      {asked && (
        <b data-asked>
          <span dir="auto">{question ?? asked}</span>
          {shown.length > 0 && ' · '}
        </b>
      )}
      {shown.length === 0 && !asked && 'No date'}
      {shown.map((reason, place) => (
        <span
          key={reason.words}
          dir="auto"
          data-urgency={'urgency' in reason ? reason.urgency : undefined}
          data-started={'isStarted' in reason || undefined}
        >
          {place > 0 && ' · '}
          {'urgency' in reason ? <b>{reason.words}</b> : reason.words}
        </span>
      ))}
    </span>
  )
}

/** The priority as a mark without its word. */
export function PriorityOnly({ task: { priority } }: { task: Task }) {
  return (
    <span className={classes.priority} title={priority}>
      {priorityIcon(priority)}
      <span className="visually-hidden">{priority}</span>
    </span>
  )
}
