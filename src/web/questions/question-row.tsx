import { timeAgo } from '../../contract/time-ago.ts'
import { nameOf } from '../../contract/words/task-names.ts'
import { TaskLink } from '../navigation/task-link.tsx'
import { useNow } from '../tasks/today.ts'
import { QuestionIcon } from '../ui/icons.tsx'
import { Answers } from './answers.tsx'
import { askerOf } from './asker.ts'
import classes from './questions.module.css'
import type { OpenQuestion } from './use-questions.ts'

/** A question in a list: the words, then its asker and its task, and the answers beside them. */
export function QuestionRow({ note, task }: OpenQuestion) {
  // Its age is updated every minute.
  useNow()
  return (
    <li className={classes.row} data-question={note._id}>
      <QuestionIcon size={16} />
      <span className={classes.words}>
        <b dir="auto">{note.text}</b>
        <span dir="auto">
          {askerOf(note)} · <TaskLink id={task._id}>{nameOf(task)}</TaskLink> ·{' '}
          {note.kind === 'answer' ? 'answered' : 'asked'} {timeAgo(note.createdAt)}
        </span>
      </span>
      <Answers task={task._id} note={note} />
    </li>
  )
}
