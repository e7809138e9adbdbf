import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { isSameValue } from '../../../contract/task-fields.ts'
import { type Field, fieldName, formatField } from '../../../contract/words/field-words.ts'
import { linkedName } from '../../history/linked-name.ts'
import { ask } from '../../ui/ask.tsx'
import classes from './task-details.module.css'

interface Conflict<F extends Field> {
  fields: F[]
  mine: Pick<Task, F>
  theirs: Pick<Task, F>
  dateStyle: Preferences['dateStyle']
  /** Closes the question. */
  signal: AbortSignal
}

/** Lets the user choose between both values of each conflicting field. Resolves to undefined if the user cancels. */
export function resolveConflict<F extends Field>({ signal, ...conflict }: Conflict<F>) {
  return ask<Pick<Task, F>>(
    'This task was changed elsewhere',
    (answer) => <Choices {...conflict} onChosen={answer} onCancel={() => answer()} />,
    signal,
  )
}

interface Props<F extends Field> extends Omit<Conflict<F>, 'signal'> {
  onChosen: (values: Pick<Task, F>) => void
  onCancel: () => void
}

function Choices<F extends Field>({ fields, mine, theirs, dateStyle, onChosen, onCancel }: Props<F>) {
  const [chosen, setChosen] = useState(mine)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onChosen(chosen)
      }}
    >
      <Text c="dimmed" mb="md">
        This task was also changed in another tab or on another device. Choose which values to keep. All other changes
        are merged.
      </Text>
      {fields.map((field) => (
        <fieldset key={field} className={classes.choice}>
          <legend>{capital(fieldName(field))}</legend>
          {[
            { name: 'Yours', values: mine },
            { name: 'Theirs', values: theirs },
          ].map(({ name, values }) => (
            <label key={name}>
              <input
                type="radio"
                name={field}
                checked={isSameValue(chosen[field], values[field])}
                onChange={() => setChosen({ ...chosen, [field]: values[field] })}
              />
              <b dir="auto">{formatField(field, values[field], dateStyle, linkedName)}</b>
              <span>{name}</span>
            </label>
          ))}
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

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
