import { formatNearDay } from '../../../contract/format-day.ts'
import type { MeetingCalendar } from '../../../contract/schemas/meetings.ts'
import { timeAgo } from '../../../contract/time-ago.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import outgoingClasses from '../../outgoing-webhooks/outgoing.module.css'
import { colourStyle } from '../../tasks/label-tag.tsx'
import { useToday } from '../../tasks/today.ts'
import { Button } from '../../ui/button.tsx'
import { CalendarIcon } from '../../ui/icons.tsx'
import webhookClasses from '../../webhooks/webhooks.module.css'
import rowClasses from './meeting-calendar-row.module.css'
import classes from './settings.module.css'

export type MeetingActions = Record<'read' | 'edit' | 'remove', (calendar: MeetingCalendar) => void>

interface Props {
  calendar: MeetingCalendar
  isReading: boolean
  actions: MeetingActions
}

/** A calendar of others: where it is, its meetings, and why it cannot be read. */
export function MeetingCalendarRow({ calendar, isReading, actions }: Props) {
  const { dateStyle } = useSignedIn().preferences
  const today = useToday()
  const { name, colour, host, readAt, problem, failingSince, meetings, leftOut, endsOn } = calendar
  const facts = [
    host,
    readAt && `${meetings.toLocaleString('en')} ${meetings === 1 ? 'meeting' : 'meetings'}`,
    readAt ? `read ${timeAgo(readAt)}` : !problem && 'is being read …',
  ]
  const notes = [
    leftOut > 0 &&
      (leftOut === 1
        ? '1 event could not be understood and is left out.'
        : `${leftOut.toLocaleString('en')} events could not be understood and are left out.`),
    endsOn && `There are too many meetings: those from ${formatNearDay(endsOn, dateStyle, today)} on are left out.`,
  ].filter(Boolean)
  return (
    <li className={classes.entry}>
      <span className={rowClasses.sign} style={colourStyle(colour)}>
        <CalendarIcon size={16} />
      </span>
      <div className={webhookClasses.grow}>
        <p className="medium" dir="auto">
          {name}
        </p>
        <p className="small muted">{facts.filter(Boolean).join(' · ')}</p>
        {problem && (
          <p className="failure">
            {problem} {failingSince && `First failure ${timeAgo(failingSince)}.`}
          </p>
        )}
        {notes.length > 0 && <p className="small muted">{notes.join(' ')}</p>}
      </div>
      <div className={`${webhookClasses.actions} ${outgoingClasses.wrapping}`}>
        <Action
          label="Read again"
          spoken={`Read again: ${name}`}
          onClick={() => actions.read(calendar)}
          isBusy={isReading}
        />
        <Action label="Edit" spoken={`Edit the calendar ${name}`} onClick={() => actions.edit(calendar)} />
        <Action label="Remove" spoken={`Remove ${name}`} onClick={() => actions.remove(calendar)} tone="critical" />
      </div>
    </li>
  )
}

interface ActionProps {
  label: string
  spoken: string
  onClick: () => void
  isBusy?: boolean
  tone?: 'critical'
}

const Action = ({ label, spoken, ...rest }: ActionProps) => (
  <Button className={webhookClasses.action} variant="subtle" size="small" aria-label={spoken} {...rest}>
    {label}
  </Button>
)
