import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { nameOf } from '../../contract/words/task-names.ts'
import { useLiveState } from '../live/state.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { askerOf } from './asker.ts'
import classes from './questions.module.css'
import { useAnswer } from './use-answer.ts'
import type { OpenQuestion } from './use-questions.ts'

interface Props {
  questions: readonly OpenQuestion[]
  /** Whether they are known. */
  isReady: boolean
}

/**
 * Asks whether the answer that was chosen in a mail is the one: following a link changes nothing, because programs that check mails do so. The address
 * names the question and the number of the answer.
 */
export function MailedAnswer({ questions, isReady }: Props) {
  const [search, setSearch] = useSearchParams()
  const [chosen, setChosen] = useState<{ id: string; answer: number }>()
  const { answer } = useAnswer()
  const live = useLiveState()
  const id = search.get('question')
  useEffect(() => {
    if (id === null) return
    setChosen({ id, answer: Number(search.get('answer')) })
    // A reload asks no second time.
    setSearch({}, { replace: true })
  }, [id, search, setSearch])
  if (!chosen || !isReady) return null
  const close = () => setChosen(undefined)
  const found = questions.find(({ note }) => note._id === chosen.id)
  const words = found?.note.question?.choices[chosen.answer]
  // The tasks of the last visit may not know of it yet.
  if (!found && live !== 'live' && live !== 'delayed') return null
  if (!found) {
    return (
      <Dialog title="This question is closed" onClose={close}>
        <p className="muted">
          It was answered, dismissed or withdrawn since the mail was sent, or it is of another account.
        </p>
        <div className="row above-16 end">
          <Button data-autofocus onClick={close}>
            Close
          </Button>
        </div>
      </Dialog>
    )
  }
  const { note, task } = found
  return (
    <Dialog title={words === undefined ? 'Choose an answer' : 'Is this your answer?'} onClose={close}>
      <p className="small muted" dir="auto">
        {askerOf(note)} · {nameOf(task)}
      </p>
      <p className={classes.question} dir="auto">
        {note.text}
      </p>
      <div className="row above-16 end">
        <Button variant="default" data-autofocus onClick={close}>
          {words === undefined ? 'Close' : 'Choose another answer'}
        </Button>
        {words !== undefined && (
          <Button
            onClick={() => {
              close()
              void answer(task._id, note, words)
            }}
          >
            Answer: {words}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
