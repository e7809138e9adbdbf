import { type SubmitEvent, useMemo, useState } from 'react'
import { newId } from '../../contract/new-id.ts'
import { excessLength, newLine, withPlain, withText } from '../../contract/quick-add/lines.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { isOpen } from '../../contract/task-lists/link-index.ts'
import { nameOf } from '../../contract/words/task-names.ts'
import { namesOf } from '../../contract/words/task-words.ts'
import type { DeckTask } from '../deck/change.ts'
import { parseInDeck } from '../quick-add/parse-in-deck.ts'
import { Pieces } from '../quick-add/pieces.tsx'
import { useToday } from '../tasks/today.ts'
import { useChange } from '../tasks/use-change.ts'
import { useLinks } from '../tasks/use-links.ts'
import controls from '../ui/controls.module.css'
import { PlusIcon } from '../ui/icons.tsx'
import { Rows } from '../ui/rows.tsx'
import { Subheading } from '../ui/subheading.tsx'
import { LinkedRow } from './linked-row.tsx'
import classes from './links.module.css'
import { useLinking } from './use-linking.ts'

interface Props {
  task: DeckTask
  dateStyle: Preferences['dateStyle']
}

/** The parts of a task with their progress, and a line to add one. */
export function Parts({ task, dateStyle }: Props) {
  const { parts } = useLinks(task._id)
  const { unlink } = useLinking()
  const done = parts.length - parts.filter(isOpen).length
  return (
    <section aria-label="Parts">
      <div className={classes.heading}>
        <Subheading>Parts</Subheading>
        {parts.length > 0 && (
          <>
            <progress className={classes.progress} max={parts.length} value={done} aria-label="Completed parts" />
            <span className={`mono ${classes.count}`}>
              {done} of {parts.length}
            </span>
          </>
        )}
      </div>
      <Rows label="Parts">
        {parts.map((part) => (
          <LinkedRow key={part._id} task={part} dateStyle={dateStyle} onRemove={() => unlink('has part', task, part)} />
        ))}
        {!task.trashedAt && <AddPart task={task} dateStyle={dateStyle} />}
      </Rows>
    </section>
  )
}

/** Adds a part. The line is understood like that of quick add. */
function AddPart({ task, dateStyle }: Props) {
  const today = useToday()
  const make = useChange()
  const [line, setLine] = useState(() => newLine(''))
  const parsed = useMemo(
    () => parseInDeck(line, { dateStyle, now: new Date(`${today}T12:00`) }, { isPart: true }),
    [line, dateStyle, today],
  )
  const isTyped = line.text.trim() !== ''
  const add = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!isTyped || excessLength(line)) return
    setLine(newLine(''))
    const added = await make(
      { kind: 'create', tasks: [{ ...parsed.task, _id: newId(), partOf: task._id }] },
      {
        message: (made) => `Added ${namesOf(made)} as a part of ${nameOf(task)}`,
        failure: 'Error adding task',
        fallback: 'The part was not added. Please try again.',
        isInputKept: true,
      },
    )
    if (!added) setLine(line)
  }
  return (
    <li className={classes.adding}>
      <form className={classes.add} onSubmit={add}>
        <PlusIcon size={16} />
        <input
          className={`${controls.bare} ${classes.input}`}
          aria-label="Add a part"
          placeholder="Add a part"
          autoComplete="off"
          dir="auto"
          value={line.text}
          onChange={({ currentTarget }) => setLine(withText(line, currentTarget.value))}
        />
      </form>
      {isTyped && parsed.pieces.length > 0 && (
        <div className={classes.pieces} aria-live="polite">
          <Pieces parsed={parsed} dateStyle={dateStyle} onPlain={(word) => setLine(withPlain(line, word))} />
        </div>
      )}
    </li>
  )
}
