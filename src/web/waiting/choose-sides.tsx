import { useState } from 'react'
import { choiceOf, type Side } from '../../contract/merge-decision.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { capitalised } from '../../contract/words/capitalised.ts'
import { type Field, fieldName, formatField } from '../../contract/words/field-words.ts'
import type { Change } from '../deck/change.ts'
import { conflictingValues } from '../deck/resolve.ts'
import { linkedName } from '../history/linked-name.ts'
import { ask } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'
import classes from './choose-sides.module.css'

interface Conflict {
  change: Change
  /** The task as it is now. */
  task: Task
  fields: readonly Field[]
  dateStyle: Preferences['dateStyle']
}

type Sides = ReadonlyMap<Field, Side>

const sides: { side: Side; name: string }[] = [
  { side: 'wanted', name: 'Yours' },
  { side: 'current', name: 'From elsewhere' },
  { side: 'both', name: 'Both' },
]

/**
 * Lets the user choose a side for each field of a task that conflicts, of a description for the lines that conflict. Resolves to undefined
 * if the user cancels, or when the signal closes the question.
 */
export function chooseSides(conflict: Conflict, signal: AbortSignal) {
  return ask<Sides>(
    'This task was changed elsewhere',
    (answer) => <Choices {...conflict} onChosen={answer} onCancel={() => answer()} />,
    signal,
  )
}

interface Props extends Conflict {
  onChosen: (sides: Sides) => void
  onCancel: () => void
}

function Choices({ change, task, fields, dateStyle, onChosen, onCancel }: Props) {
  const [chosen, setChosen] = useState<Sides>(new Map(fields.map((field) => [field, 'wanted'])))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onChosen(chosen)
      }}
    >
      <p className="muted below-16">
        This task was also changed in another tab or on another device. Choose which values to keep. All other changes
        are merged.
      </p>
      {fields.map((field) => (
        <fieldset key={field} className={classes.choice}>
          <legend>{capitalised(fieldName(field))}</legend>
          {sides.map(({ side, name }) => {
            const choice = choiceOf(field, conflictingValues(change, task, field), side)
            if (!choice) return null
            const { value, lines } = choice
            return (
              <label key={side}>
                <input
                  type="radio"
                  name={field}
                  checked={chosen.get(field) === side}
                  onChange={() => setChosen(new Map(chosen).set(field, side))}
                />
                <b dir="auto">
                  {lines
                    ? lines.join('\n').trim() || 'Removed'
                    : formatField(field, value as Task[Field], dateStyle, linkedName)}
                </b>
                <span>{name}</span>
              </label>
            )
          })}
        </fieldset>
      ))}
      <div className="row end">
        <Button variant="default" onClick={onCancel}>
          Keep editing
        </Button>
        <Button type="submit">Save my choice</Button>
      </div>
    </form>
  )
}
