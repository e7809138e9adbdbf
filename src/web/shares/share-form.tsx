import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { plainNameWords } from '../../contract/plain-names.ts'
import { isChoice, questionLimits } from '../../contract/questions.ts'
import type { ShareQuestion } from '../../contract/schemas/shares.ts'
import {
  isShareName,
  isShareQuestion,
  partsOf,
  type ShareKind,
  type SharePart,
  shareLimits,
} from '../../contract/shares.ts'
import { accountQuery, mustProveElsewhere } from '../accounts/account.ts'
import { ProveElsewhere, useIfProved } from '../accounts/proof.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { TextareaField } from '../ui/textarea-field.tsx'
import classes from './share-form.module.css'
import { daysOf, lifetimeOf, lifetimes, partNames } from './share-words.ts'

export interface ShareValues {
  name: string
  parts: SharePart[]
  days: number | null
  question: ShareQuestion | null
}

interface Props {
  title: string
  kind: ShareKind
  initial: ShareValues
  /** The label of the button that submits the form. */
  action: string
  isPending: boolean
  /** Whether its question has an answer, which another question loses. */
  hasAnswer?: boolean
  onSubmit: (values: ShareValues) => void
  onClose: () => void
}

const choicesIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

function problemsOf({ name, question }: ShareValues) {
  const { text = '', choices = [] } = question ?? {}
  return {
    name: isShareName(name)
      ? undefined
      : name.trim()
        ? `The name must ${plainNameWords(shareLimits.name)}.`
        : 'Please enter a name.',
    question:
      !question || isShareQuestion(text)
        ? undefined
        : text.trim()
          ? `The question must ${plainNameWords(shareLimits.question)}.`
          : 'Please enter a question.',
    choices:
      choices.length > shareLimits.choices
        ? `Give at most ${shareLimits.choices} answers.`
        : choices.every(isChoice) && new Set(choices).size === choices.length
          ? undefined
          : `Each answer must ${plainNameWords(questionLimits.choice)}, and differ from the others.`,
  }
}

/** The parts, the time and the question of a shared link, in a dialog. */
export function ShareForm({ title, kind, initial, action, isPending, hasAnswer, onSubmit, onClose }: Props) {
  const ifProved = useIfProved()
  const { data: account } = useQuery(accountQuery)
  const mustProve = mustProveElsewhere(account)
  const [name, setName] = useState(initial.name)
  const [parts, setParts] = useState(initial.parts)
  const [lifetime, setLifetime] = useState(lifetimeOf(initial.days))
  const [isAsking, setAsking] = useState(initial.question !== null)
  const [text, setText] = useState(initial.question?.text ?? '')
  const [lines, setLines] = useState(initial.question?.choices.join('\n') ?? '')
  const [isChecked, setChecked] = useState(false)
  const question = isAsking ? { text: text.trim(), choices: choicesIn(lines) } : null
  const values = { name: name.trim(), parts, days: daysOf(lifetime), question }
  const problems = problemsOf(values)
  const toggle = (part: SharePart) =>
    setParts((before) => (before.includes(part) ? before.filter((one) => one !== part) : [...before, part]))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (Object.values(problems).some(Boolean)) return
    void ifProved(() => onSubmit(values), 'Everyone with a shared link can read it until you revoke it.')
  }
  const known = lifetime in lifetimes ? lifetimes : { [lifetime]: `${lifetime} days`, ...lifetimes }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <TextField
          label="Name"
          hint="For yourself. Readers do not see it."
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={shareLimits.name}
          error={isChecked && problems.name}
          autoComplete="off"
          data-autofocus
        />
        <fieldset className={classes.parts}>
          <legend>Readers see titles and status, and</legend>
          {partsOf(kind).map((part) => (
            <label key={part} className="row">
              <input type="checkbox" checked={parts.includes(part)} onChange={() => toggle(part)} />
              {partNames[part]}
            </label>
          ))}
        </fieldset>
        <div className="above-16">
          <SelectField
            label="Expires after"
            options={known}
            value={lifetime}
            onChange={({ currentTarget }) => setLifetime(currentTarget.value)}
          />
        </div>
        {kind === 'task' && (
          <div className="above-16">
            <label className={`row ${classes.ask}`}>
              <input type="checkbox" checked={isAsking} onChange={() => setAsking(!isAsking)} />
              Ask readers a question
            </label>
            {isAsking && (
              <div className="stack above-8">
                <TextField
                  label="Question"
                  placeholder="Which of these days?"
                  value={text}
                  onChange={({ currentTarget }) => setText(currentTarget.value)}
                  maxLength={shareLimits.question}
                  error={isChecked && problems.question}
                  autoComplete="off"
                />
                <TextareaField
                  label="Answers to choose from"
                  hint={`One per line, at most ${shareLimits.choices}. Without any, readers write a text.`}
                  minRows={2}
                  maxRows={6}
                  value={lines}
                  onChange={({ currentTarget }) => setLines(currentTarget.value)}
                  error={isChecked && problems.choices}
                />
                <p className="muted">
                  {hasAnswer
                    ? 'Another question has no answer yet. The note with the answer so far stays.'
                    : 'The link takes one answer, which becomes a note of the task.'}
                </p>
              </div>
            )}
          </div>
        )}
        {mustProve && (
          <div className="stack above-16">
            <ProveElsewhere purpose="prove" then="share this" />
          </div>
        )}
        <div className="row above-24 end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isBusy={isPending} disabled={mustProve}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
