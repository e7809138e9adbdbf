import { plainName } from '../../contract/plain-names.ts'
import { tokenOfVia } from '../../contract/via.ts'
import { durationInWords } from '../../contract/words/claim-words.ts'
import { nameOf } from '../../contract/words/task-names.ts'
import { TaskLink } from '../navigation/task-link.tsx'
import { useNow } from '../tasks/today.ts'
import { QuestionIcon } from '../ui/icons.tsx'
import { Answers } from './answers.tsx'
import classes from './questions.module.css'
import type { OpenQuestion } from './use-questions.ts'

/** The name of the token that asks. */
export const askerOf = ({ via }: { via: string }) => plainName(tokenOfVia(via) ?? 'You')

/** How long ago something happened. */
export const ageOf = (at: string, now: string) => `${durationInWords(Date.parse(now) - Date.parse(at))} ago`

/** A question in a list: the words, then its asker and its task, and the answers beside them. */
export function QuestionRow({ note, task }: OpenQuestion) {
  const now = useNow()
  return (
    <li className={classes.row} data-question={note._id}>
      <QuestionIcon size={16} />
      <span className={classes.words}>
        <b dir="auto">{note.text}</b>
        <span dir="auto">
          {askerOf(note)} · <TaskLink id={task._id}>{nameOf(task)}</TaskLink> · asked {ageOf(note.createdAt, now)}
        </span>
      </span>
      <Answers task={task._id} note={note} />
    </li>
  )
}
