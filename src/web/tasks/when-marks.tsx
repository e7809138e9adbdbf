import { formatDay } from '../../contract/format-day.ts'
import type { Repeat } from '../../contract/repeat.ts'
import { repeatWords } from '../../contract/repeat-words.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { isSnoozed } from '../../contract/start-date.ts'
import { snoozedWords } from '../../contract/words/snooze-words.ts'
import { RepeatIcon, SnoozeIcon } from '../ui/icons.tsx'
import classes from './marks.module.css'
import { startOf } from './snooze.ts'
import { useToday } from './today.ts'

type DateStyle = Preferences['dateStyle']

/** Whether a task repeats, and when it starts if it is put off. */
export function WhenMarks({ task, dateStyle }: { task: Task; dateStyle: DateStyle }) {
  return (
    <>
      <StartMark task={task} dateStyle={dateStyle} />
      {task.repeat && <RepeatMark repeat={task.repeat} dateStyle={dateStyle} />}
    </>
  )
}

export const repeatInWords = (repeat: Repeat, dateStyle: DateStyle) =>
  `Repeats ${repeatWords(repeat, (day) => formatDay(day, dateStyle))}`

function RepeatMark({ repeat, dateStyle }: { repeat: Repeat; dateStyle: DateStyle }) {
  const words = repeatInWords(repeat, dateStyle)
  return (
    <span className={classes.fact} title={words}>
      <RepeatIcon size={14} />
      <span className="visually-hidden">{words}</span>
    </span>
  )
}

export function StartMark({ task, dateStyle }: { task: Task; dateStyle: DateStyle }) {
  const today = useToday()
  const day = startOf(task)
  if (!day || !isSnoozed(task, today)) return null
  return (
    // The attribute dims the task around it.
    <span className={classes.fact} data-snoozed>
      <SnoozeIcon size={14} />
      {snoozedWords(day, dateStyle, today)}
    </span>
  )
}
