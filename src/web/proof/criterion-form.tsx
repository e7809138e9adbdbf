import { type FocusEvent, type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react'
import {
  criterionCommandWords,
  criterionTextWords,
  isCriterionCommand,
  isCriterionText,
} from '../../contract/criterion-check.ts'
import type { Criterion } from '../../contract/done-when.ts'
import links from '../links/links.module.css'
import controls from '../ui/controls.module.css'
import { focusNow } from '../ui/dialog.tsx'
import classes from './proof.module.css'

interface Props {
  criterion: Criterion
  onSave: (values: { text: string; command: string }) => void
  /** A criterion without a sentence is removed. */
  onRemove: () => void
  onClose: () => void
}

/** Edits the sentence and the command of a criterion. Enter and leaving the form save, Escape takes back. */
export function CriterionForm({ criterion, onSave, onRemove, onClose }: Props) {
  const [text, setText] = useState(criterion.text)
  const [command, setCommand] = useState(criterion.command ?? '')
  const [problem, setProblem] = useState('')
  const isDone = useRef(false)
  const finish = () => {
    if (isDone.current) return
    if (text.trim() && !isCriterionText(text)) return setProblem(`The sentence must ${criterionTextWords}.`)
    if (command.trim() && !isCriterionCommand(command)) return setProblem(`The command must ${criterionCommandWords}.`)
    isDone.current = true
    const isSame = text.trim() === criterion.text && command.trim() === (criterion.command ?? '')
    if (!text.trim()) onRemove()
    else if (!isSame) onSave({ text: text.trim(), command: command.trim() })
    onClose()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    finish()
  }
  const cancel = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    isDone.current = true
    onClose()
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) finish()
  }
  return (
    <form className={classes.form} aria-label="Edit criterion" onSubmit={submit} onKeyDown={cancel} onBlur={leave}>
      <input
        ref={focusNow}
        className={`${controls.bare} ${links.input}`}
        aria-label="Criterion"
        autoComplete="off"
        dir="auto"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <input
        className={`mono ${controls.bare} ${links.input}`}
        aria-label="Command that shows it"
        placeholder="Command that shows it"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={command}
        onChange={({ currentTarget }) => setCommand(currentTarget.value)}
      />
      {/* With two fields, Enter needs a button to submit. */}
      <button type="submit" className="visually-hidden" tabIndex={-1}>
        Save
      </button>
      {problem && (
        <p className="small critical" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
