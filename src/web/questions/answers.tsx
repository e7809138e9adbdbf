import { useId, useRef, useState } from 'react'
import { noteLimits } from '../../contract/notes.ts'
import type { Note } from '../../contract/schemas/notes.ts'
import { Button } from '../ui/button.tsx'
import { TextareaField } from '../ui/textarea-field.tsx'
import classes from './questions.module.css'
import { useAnswer } from './use-answer.ts'

interface Props {
  task: string
  note: Note
  /** The words of the button that opens the field. */
  write?: string
}

/** The suggested answers of a question, and a field for another one. The answer of a reader is only to be read. */
export function Answers({ task, note, write = 'Answer …' }: Props) {
  const { answer, dismiss, markAsRead } = useAnswer()
  const [text, setText] = useState<string>()
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()
  const isEmpty = !text?.trim()
  const close = () => {
    setText(undefined)
    requestAnimationFrame(() => opener.current?.focus())
  }
  if (note.kind === 'answer')
    return (
      <span className={classes.answers}>
        <button type="button" className={classes.choice} data-needs-you onClick={() => void markAsRead(task, note)}>
          Got it
        </button>
      </span>
    )
  if (text !== undefined)
    return (
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isEmpty) void answer(task, note, text)
        }}
      >
        <TextareaField
          id={id}
          label="Your answer"
          minRows={2}
          maxRows={8}
          maxLength={noteLimits.text}
          value={text}
          autoFocus
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.stopPropagation()
              close()
            }
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
        <span className={classes.actions}>
          <Button type="submit" size="compact" disabled={isEmpty}>
            Send
          </Button>
          <Button variant="subtle" tone="neutral" size="compact" onClick={close}>
            Cancel
          </Button>
          <Button variant="subtle" tone="neutral" size="compact" onClick={() => void dismiss(task, note)}>
            Dismiss the question
          </Button>
        </span>
      </form>
    )
  return (
    <span className={classes.answers} data-count={note.question?.choices.length}>
      {note.question?.choices.map((choice) => (
        <button
          key={choice}
          type="button"
          dir="auto"
          className={classes.choice}
          data-needs-you
          onClick={() => void answer(task, note, choice)}
        >
          {choice}
        </button>
      ))}
      <button ref={opener} type="button" className={`link ${classes.write}`} data-needs-you onClick={() => setText('')}>
        {write}
      </button>
    </span>
  )
}
