import { type FormEvent, useState } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { Button } from '../ui/button.tsx'
import classes from './another-day.module.css'
import { DueDateField } from './due-date-field.tsx'

interface Props {
  preferences: Preferences
  onChosen: (day: string) => void
}

/** A field for any other day: picked in the calendar, or typed and submitted. */
export function AnotherDay({ preferences, onChosen }: Props) {
  const [day, setDay] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const change = (changed: string | null) => {
    setDay(changed)
    setError(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (day) onChosen(day)
    else setError('Please choose a day.')
  }
  return (
    <form noValidate onSubmit={submit} className={classes.another}>
      <DueDateField
        label="Another day"
        value={day}
        onChange={change}
        onPick={onChosen}
        error={error}
        preferences={preferences}
      />
      <Button type="submit" variant="default">
        Set
      </Button>
    </form>
  )
}
