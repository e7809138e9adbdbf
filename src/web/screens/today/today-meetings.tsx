import { meetingInWords, whenOf } from '../../meetings/meeting-words.ts'
import type { ShownOnDay } from '../../meetings/use-meetings.ts'
import { colourStyle } from '../../tasks/label-tag.tsx'
import controls from '../../ui/controls.module.css'
import shared from './agenda-list.module.css'
import classes from './today-meetings.module.css'

/** The meetings of today, in the time zone of the user. Those that are over are muted. */
export function TodayMeetings({ meetings, now }: { meetings: ShownOnDay[]; now: string }) {
  return (
    <div className={shared.section}>
      <h3 id="agenda-meetings">
        Meetings <span className={`mono ${shared.sum}`}>{meetings.length}</span>
      </h3>
      <ul aria-labelledby="agenda-meetings">
        {meetings.map((one, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: meetings have no id, no state and no focus.
            key={index}
            className={classes.row}
            style={colourStyle(one.meeting.colour)}
            title={meetingInWords(one)}
            data-free={!one.meeting.isBusy || undefined}
            data-over={(one.until !== undefined && one.end <= now) || undefined}
          >
            <span className={`mono ${classes.when}`}>{one.from ?? (one.until ? '–' : 'all day')}</span>
            <span className={classes.what} dir="auto">
              <span className={controls.ellipsis}>{one.meeting.title}</span>
              {one.meeting.place && (
                <span className={`${controls.ellipsis} ${classes.place}`}>{one.meeting.place}</span>
              )}
            </span>
            {one.until && one.until !== one.from && (
              <span className={`mono ${classes.until}`} aria-hidden="true">
                until {one.until}
              </span>
            )}
            <span className="visually-hidden">
              {whenOf(one)}, {one.meeting.calendar}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
