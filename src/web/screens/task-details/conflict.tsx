import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Side } from '../../../contract/merge-decision.ts'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { capitalised } from '../../../contract/words/capitalised.ts'
import { type Field, fieldName, formatField } from '../../../contract/words/field-words.ts'
import { linkedName } from '../../history/linked-name.ts'
import { ask } from '../../ui/ask.tsx'
import { choiceFor, type Versions } from './merge.ts'
import classes from './task-details.module.css'

interface Conflict<F extends Field> {
  fields: F[]
  versions: Versions<F>
  dateStyle: Preferences['dateStyle']
  /** Closes the question. */
  signal: AbortSignal
}

const sides: { side: Side; name: string }[] = [
  { side: 'wanted', name: 'Yours' },
  { side: 'current', name: 'Theirs' },
  { side: 'both', name: 'Both' },
]

/**
 * Lets the user choose between both values of each conflicting field, of a description between the lines that conflict, or keep both texts. Resolves to the values
 * of these fields, or to undefined if the user cancels.
 */
export function resolveConflict<F extends Field>({ signal, ...conflict }: Conflict<F>) {
  return ask<Partial<Pick<Task, F>>>(
    'This task was changed elsewhere',
    (answer) => <Choices {...conflict} onChosen={answer} onCancel={() => answer()} />,
    signal,
  )
}

interface Props<F extends Field> extends Omit<Conflict<F>, 'signal'> {
  onChosen: (values: Partial<Pick<Task, F>>) => void
  onCancel: () => void
}

function Choices<F extends Field>({ fields, versions, dateStyle, onChosen, onCancel }: Props<F>) {
  const [chosenSides, setSides] = useState<ReadonlyMap<F, Side>>(new Map())
  const sideOf = (field: F): Side => chosenSides.get(field) ?? 'wanted'
  const choose = (field: F, side: Side) => setSides(new Map(chosenSides).set(field, side))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const chosen = fields.map((field) => [field, choiceFor(field, versions, sideOf(field))?.value])
        onChosen(Object.fromEntries(chosen) as Partial<Pick<Task, F>>)
      }}
    >
      <Text c="dimmed" mb="md">
        This task was also changed in another tab or on another device. Choose which values to keep. All other changes
        are merged.
      </Text>
      {fields.map((field) => (
        <fieldset key={field} className={classes.choice}>
          <legend>{capitalised(fieldName(field))}</legend>
          {sides.map(({ side, name }) => {
            const choice = choiceFor(field, versions, side)
            if (!choice) return null
            const { value, lines } = choice
            return (
              <label key={side}>
                <input
                  type="radio"
                  name={field}
                  checked={sideOf(field) === side}
                  onChange={() => choose(field, side)}
                />
                <b dir="auto">
                  {lines ? lines.join('\n').trim() || 'Removed' : formatField(field, value, dateStyle, linkedName)}
                </b>
                <span>{name}</span>
              </label>
            )
          })}
        </fieldset>
      ))}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Keep editing
        </Button>
        <Button type="submit">Save my choice</Button>
      </Group>
    </form>
  )
}
