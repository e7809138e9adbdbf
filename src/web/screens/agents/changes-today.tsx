import { useState } from 'react'
import { metCriteria } from '../../../contract/receipts.ts'
import type { ListedChange } from '../../../contract/schemas/history.ts'
import { tokenOfVia } from '../../../contract/via.ts'
import { describeEvent } from '../../../contract/words/event-words.ts'
import { deletedTask } from '../../../contract/words/field-words.ts'
import { nameOf } from '../../../contract/words/task-names.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { useDeck } from '../../deck/current-deck.ts'
import { linkedName } from '../../history/linked-name.ts'
import { useUndo } from '../../history/undo.ts'
import { TaskLink } from '../../navigation/task-link.tsx'
import { Button } from '../../ui/button.tsx'
import controls from '../../ui/controls.module.css'
import { UndoIcon } from '../../ui/icons.tsx'
import { Rows } from '../../ui/rows.tsx'
import classes from './agents.module.css'

const authorOf = ({ via }: ListedChange) => tokenOfVia(via) ?? ''

/** The changes of all agents today, newest first, each with undo. */
export function ChangesToday({ changes }: { changes: ListedChange[] }) {
  const [wanted, setWanted] = useState('')
  const names = [...new Set(changes.map(authorOf))]
  const chosen = names.includes(wanted) ? wanted : ''
  const undone = new Set(changes.map(({ undoes }) => undoes))
  return (
    <section aria-labelledby="changes-today">
      <div className={classes.todayHead}>
        <h2 id="changes-today">Today</h2>
        <span className="small muted">every change by an agent, newest first</span>
        {names.length > 1 && (
          <fieldset className={controls.bar} aria-label="Changes by">
            {['', ...names].map((name) => (
              <label key={name} className={`${controls.segment} ${classes.segment}`}>
                <input type="radio" name="changes-by" checked={chosen === name} onChange={() => setWanted(name)} />
                {name || 'All'}
              </label>
            ))}
          </fieldset>
        )}
      </div>
      <Rows label="Changes of agents today">
        {changes
          .filter((change) => !chosen || authorOf(change) === chosen)
          .map((change) => (
            <ChangeLine key={change.change} change={change} isUndone={undone.has(change.change)} />
          ))}
      </Rows>
    </section>
  )
}

function ChangeLine({ change, isUndone }: { change: ListedChange; isUndone: boolean }) {
  const { preferences } = useSignedIn()
  const { undoChange } = useUndo()
  const { byId, trash } = useDeck()
  const present = byId.get(change.task)
  const task = present ?? trash.find(({ _id }) => _id === change.task)
  const title = task ? nameOf(task) : (change.after?.title ?? change.before?.title ?? deletedTask)
  const words = describeEvent(change, preferences.dateStyle, linkedName)
  const step = { ...change, task: task ?? { _id: change.task, number: 0, title } }
  const others = change.taskCount - 1
  return (
    <li className={classes.change} data-undone={isUndone || undefined}>
      <time className="mono" dateTime={change.at}>
        {new Date(change.at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}
      </time>
      <b dir="auto">{authorOf(change)}</b>
      <span className={`${controls.ellipsis} ${classes.what}`} dir="auto">
        {present ? <TaskLink id={present._id}>{title}</TaskLink> : <span className={classes.title}>{title}</span>}
        {others > 0 && ` and ${others.toLocaleString('en')} more`} <span className="muted">{words}</span>
      </span>
      {present?.status === 'Completed' && change.after?.status === 'Completed' && <Proved {...metCriteria(present)} />}
      {isUndone ? (
        <span className="small muted">Undone</span>
      ) : (
        <Button
          variant="subtle"
          tone="neutral"
          size="compact"
          aria-label={`Undo: ${title}, ${words}`}
          title="Undo"
          onClick={() => undoChange(change.change, step)}
        >
          <UndoIcon size={14} />
        </Button>
      )}
    </li>
  )
}

/** How many criteria of a completed task are met. */
const Proved = ({ met, all }: ReturnType<typeof metCriteria>) =>
  all > 0 && (
    <span className={met === all ? classes.proved : classes.unproved}>
      {met} of {all} proved
    </span>
  )
