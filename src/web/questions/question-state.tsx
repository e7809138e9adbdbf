import type { Closing } from '../../contract/questions.ts'
import type { Note } from '../../contract/schemas/notes.ts'
import { timeAgo } from '../../contract/time-ago.ts'
import { Answers } from './answers.tsx'
import { askerOf } from './asker.ts'
import classes from './questions.module.css'

const closedWords: Record<Closing, (asker: string) => string> = {
  withdrawn: (asker) => `${asker} has withdrawn the question.`,
  dismissed: () => 'You have dismissed the question.',
  revoked: (asker) => `The question is closed, because the token ${asker} was revoked.`,
}

interface Props {
  task: string
  note: Note
  /** Whether it can be answered: not in the trash. */
  isOpen: boolean
}

/** The state of a question in the thread of its task: its answer, why it is closed, or the ways to answer it. */
export function QuestionState({ task, note, isOpen }: Props) {
  const { question } = note
  if (!question) return null
  if (note.kind === 'answer')
    return question.closed ? null : (
      <div className={classes.state}>
        <p>
          <span>It can be changed until you have read it.</span>
        </p>
        {isOpen && <Answers task={task} note={note} />}
      </div>
    )
  const asker = askerOf(note)
  const { answer, answeredAt, readAt, closed } = question
  return (
    <div className={classes.state}>
      {closed && <p>{closedWords[closed](asker)}</p>}
      {answer !== null && (
        <p dir="auto">
          <span>Your answer:</span> {answer}
        </p>
      )}
      {answer !== null && (
        <p>
          <span>
            {answeredAt && timeAgo(answeredAt)}
            {readAt ? ` · ${asker} has read it` : ` · ${asker} has not read it yet`}
          </span>
        </p>
      )}
      {isOpen && !closed && !readAt && (
        <Answers task={task} note={note} write={answer === null ? 'Answer …' : 'Change the answer'} />
      )}
    </div>
  )
}
