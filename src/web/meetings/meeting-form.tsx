import { type FormEvent, useState } from 'react'
import type { LabelColour } from '../../contract/labels.ts'
import { isMeetingCalendarName, meetingLimits } from '../../contract/meetings.ts'
import { plainNameWords } from '../../contract/plain-names.ts'
import type { MeetingCalendar } from '../../contract/schemas/meetings.ts'
import { ColourField } from '../tasks/colour-field.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'

export interface MeetingCalendarValues {
  name: string
  /** Empty if the present one stays. */
  address: string
  colour: LabelColour | null
}

interface Props {
  title: string
  /** The label of the button that submits the form. */
  action: string
  /** The calendar that is changed. Its address is not known here. */
  calendar?: MeetingCalendar
  isPending: boolean
  onSubmit: (values: MeetingCalendarValues) => void
  onClose: () => void
}

const isAddress = (text: string) => /^(https?|webcals?):\/\/\S+$/i.test(text)

/** The fields of a calendar of others in a dialog. */
export function MeetingForm({ title, action, calendar, isPending, onSubmit, onClose }: Props) {
  const [name, setName] = useState(calendar?.name ?? '')
  const [address, setAddress] = useState('')
  const [colour, setColour] = useState(calendar?.colour ?? null)
  const [isChecked, setChecked] = useState(false)
  const given = address.trim()
  const problems = {
    name: isMeetingCalendarName(name)
      ? undefined
      : name.trim()
        ? `The name must ${plainNameWords(meetingLimits.name)}.`
        : 'Please enter a name.',
    address:
      isAddress(given) || (calendar && !given)
        ? undefined
        : 'Enter a complete address, such as https://example.com/calendar.ics.',
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!problems.name && !problems.address) onSubmit({ name: name.trim(), address: given, colour })
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <TextField
          label="Name"
          hint="Shown beside its meetings"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={meetingLimits.name}
          error={isChecked && problems.name}
          autoComplete="off"
          data-autofocus
        />
        <div className="above-16">
          <TextField
            label="Address"
            hint={
              calendar
                ? `The present address is at ${calendar.host}. Enter one only if it has changed.`
                : 'The private or secret address in the format iCal: under “Integrate calendar” in Google Calendar, “Publish a calendar” in Outlook, “Public Calendar” in Apple Calendar'
            }
            placeholder="https://example.com/calendar.ics"
            type="url"
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            maxLength={meetingLimits.address}
            error={isChecked && problems.address}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <ColourField colour={colour} onChoose={setColour} />
        <div className="row above-24 end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isBusy={isPending}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
