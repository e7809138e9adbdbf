import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type CalendarKind, calendarLimits, isCalendarName } from '../../contract/calendars.ts'
import { calendarCalls } from '../../contract/calls/calendars.ts'
import { call } from '../../contract/client.ts'
import { plainNameWords } from '../../contract/plain-names.ts'
import type { NewCalendar as NewCalendarBody } from '../../contract/schemas/calendars.ts'
import { accountQuery, mustProveElsewhere } from '../accounts/account.ts'
import { ProveElsewhere, useIfProved } from '../accounts/proof.tsx'
import { useSavedViews } from '../saved-views/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { reportFailure } from '../ui/failed.ts'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { isTaskView, orderedViews } from '../views/saved-views.ts'
import { CalendarAddress } from './calendar-address.tsx'
import { kindNames } from './kind-names.ts'
import { calendarsQuery } from './queries.ts'

const problemOf = (name: string) =>
  name.trim() ? `The name must ${plainNameWords(calendarLimits.name)}.` : 'Please enter a name.'

/** Creates a calendar, and shows its address, once. */
export function NewCalendar({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const ifProved = useIfProved()
  const { data: account } = useQuery(accountQuery)
  const views = useSavedViews()
  const mustProve = mustProveElsewhere(account)
  const [name, setName] = useState('')
  const [kind, setKind] = useState<CalendarKind>('events')
  const [view, setView] = useState('')
  const [isChecked, setChecked] = useState(false)
  const problem = isCalendarName(name) ? undefined : problemOf(name)
  const create = useMutation({
    mutationFn: (body: NewCalendarBody) => call(calendarCalls.create, { body }),
    meta: { failure: 'Settings error' },
    onError: (error) => reportFailure('Settings error', error, 'The calendar was not created. Please try again.'),
    onSettled: () => client.invalidateQueries({ queryKey: calendarsQuery.queryKey }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (problem) return
    const body = { name: name.trim(), kind, ...(view ? { view } : {}) }
    void ifProved(() => create.mutate(body), 'A calendar can be read until you revoke it.')
  }
  if (create.data) {
    return <CalendarAddress name={create.data.calendar.name} path={create.data.path} onClose={onClose} />
  }
  return (
    <Dialog title="New calendar" onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <TextField
          label="Name"
          hint="Calendar programs show it"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={calendarLimits.name}
          error={isChecked && problem}
          autoComplete="off"
          data-autofocus
        />
        <div className="above-16">
          <SelectField
            label="Tasks"
            value={view}
            onChange={(event) => setView(event.currentTarget.value)}
            options={{ '': 'All open tasks' }}
          >
            {orderedViews(views)
              .filter(({ address }) => isTaskView(address))
              .map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
          </SelectField>
        </div>
        <div className="above-16">
          <SelectField
            label="Shown as"
            hint="Most programs show events. Thunderbird and Apple’s Reminders also read to-dos."
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value as CalendarKind)}
            options={kindNames}
          />
        </div>
        {mustProve && (
          <div className="stack above-16">
            <ProveElsewhere purpose="prove" then="create this calendar" />
          </div>
        )}
        <div className="row above-24 end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isBusy={create.isPending} disabled={mustProve}>
            Create calendar
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
