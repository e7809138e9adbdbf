import { meetingInWords, shortWhenOf } from '../../meetings/meeting-words.ts'
import type { ShownOnDay } from '../../meetings/use-meetings.ts'
import { colourStyle } from '../../tasks/label-tag.tsx'
import classes from './meeting-entry.module.css'

interface Props {
  one: ShownOnDay
  /** Whether its end, place and calendar are shown below the title. */
  hasFacts?: boolean
  /** The lines of its title in a day. */
  lines?: 1 | 2
}

/** A meeting in the calendar. It has a time and a bar where tasks have a ring, and nothing can be done with it. */
export function MeetingEntry({ one, hasFacts = false, lines = 1 }: Props) {
  const { title, colour, place, calendar, isBusy } = one.meeting
  const when = shortWhenOf(one)
  return (
    <li
      className={classes.meeting}
      style={colourStyle(colour)}
      title={meetingInWords(one)}
      data-facts={hasFacts || undefined}
      data-free={!isBusy || undefined}
    >
      <span aria-hidden="true" className={classes.line}>
        {when && <span className={`mono ${classes.when}`}>{when}</span>}
        <span className={classes.title} dir="auto" data-lines={lines}>
          {title}
        </span>
      </span>
      {hasFacts && (
        <span aria-hidden="true" className={classes.facts}>
          {[one.until && one.from !== one.until && `until ${one.until}`, !when && 'all day', place, calendar]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
      <span className="visually-hidden">Meeting: {meetingInWords(one)}</span>
    </li>
  )
}
