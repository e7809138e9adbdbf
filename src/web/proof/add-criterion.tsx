import { type ClipboardEvent, type KeyboardEvent, type SubmitEvent, useState } from 'react'
import type { GivenCriterion } from '../../contract/done-when.ts'
import { criterionIn } from '../../contract/quick-add/criteria-in-line.ts'
import links from '../links/links.module.css'
import controls from '../ui/controls.module.css'
import { PlusIcon } from '../ui/icons.tsx'
import { problemWith } from './problem-with.ts'
import classes from './proof.module.css'

interface Props {
  isFirst: boolean
  onAdd: (criteria: GivenCriterion[]) => void
}

/** Adds criteria: Enter adds one and stays for the next, and Enter in the empty line ends. Each line of a pasted text is one. */
export function AddCriterion({ isFirst, onAdd }: Props) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const label = isFirst ? 'Say when this is done' : 'Add a criterion'
  const add = (event: SubmitEvent) => {
    event.preventDefault()
    if (!text.trim()) return (document.activeElement as HTMLElement | null)?.blur()
    const criterion = criterionIn(text)
    if (!criterion) return setProblem(problemWith(text))
    onAdd([criterion])
    setText('')
  }
  const paste = (event: ClipboardEvent) => {
    const lines = event.clipboardData.getData('text').split(/\r?\n/)
    const pasted = lines.map((line) => line.replace(/^\s*(?:[-*+•]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/, '').trim())
    const criteria = pasted.flatMap((line) => criterionIn(line) ?? [])
    if (text || criteria.length < 2) return
    event.preventDefault()
    onAdd(criteria)
  }
  const leave = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    setText('')
    setProblem('')
    event.currentTarget.blur()
  }
  return (
    <li className={links.adding}>
      <form className={links.add} onSubmit={add}>
        <PlusIcon size={16} />
        <input
          className={`${controls.bare} ${links.input}`}
          aria-label={label}
          placeholder={label}
          title="A sentence; after “ :: ” the command that shows it"
          autoComplete="off"
          dir="auto"
          value={text}
          onPaste={paste}
          onKeyDown={leave}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setProblem('')
          }}
        />
      </form>
      {problem && (
        <p className={`small critical ${classes.problem}`} role="alert">
          {problem}
        </p>
      )}
    </li>
  )
}
