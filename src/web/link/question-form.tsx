import { type FormEvent, useId, useState } from 'react'
import type { SharedPage } from '../../contract/schemas/shares.ts'
import { isShareAnswer, shareLimits } from '../../contract/shares.ts'
import { Button } from '../ui/button.tsx'
import { TextareaField } from '../ui/textarea-field.tsx'
import { sendAnswer } from './calls.ts'
import classes from './shared-link.module.css'

type Question = NonNullable<NonNullable<SharedPage['task']>['question']>

interface Props {
  question: Question
  by: string
  secret: string
}

/** The question of the owner, with the answer so far. */
export function QuestionForm({ question, by, secret }: Props) {
  const { text, choices, answer, isFinal } = question
  const [given, setGiven] = useState(answer ?? '')
  const [sent, setSent] = useState<string>()
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const id = useId()
  const stored = sent ?? answer
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!isShareAnswer(given)) return setProblem(choices.length ? 'Choose an answer.' : 'Write an answer.')
    setBusy(true)
    setProblem('')
    try {
      await sendAnswer(secret, given)
      setSent(given.trim())
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Your answer was not sent. Try again.')
    }
    setBusy(false)
  }
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id} className={classes.question} dir="auto">
        {text}
      </h2>
      {isFinal ? (
        <p className={classes.plain}>{finalWords(answer, by)}</p>
      ) : (
        <form className="stack gap-8" onSubmit={send}>
          {choices.length ? (
            <fieldset className={`row ${classes.choices}`} aria-labelledby={id}>
              {choices.map((choice) => (
                <label key={choice}>
                  <input
                    type="radio"
                    name="answer"
                    value={choice}
                    checked={given === choice}
                    onChange={() => setGiven(choice)}
                  />
                  <span dir="auto">{choice}</span>
                </label>
              ))}
            </fieldset>
          ) : (
            <TextareaField
              id={`${id}-text`}
              label="Your answer"
              minRows={2}
              maxRows={8}
              maxLength={shareLimits.answer}
              value={given}
              onChange={({ target }) => setGiven(target.value)}
            />
          )}
          {problem && (
            <p className="critical" role="alert">
              {problem}
            </p>
          )}
          <p className="row">
            <Button type="submit" isBusy={isBusy} disabled={stored !== null && stored === given.trim()}>
              {stored === null ? 'Send answer' : 'Change answer'}
            </Button>
            <span className="muted" role="status">
              {stored !== null && (
                <>
                  Answered: <bdi>{stored}</bdi>. It can be changed until {by} has read it.
                </>
              )}
            </span>
          </p>
        </form>
      )}
    </section>
  )
}

const finalWords = (answer: string | null, by: string) =>
  answer === null ? 'This is done, so no answer is needed any more.' : `Answered: ${answer}\n${by} has read it.`
