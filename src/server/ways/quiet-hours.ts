import type { Preferences } from '../../contract/schemas/accounts.ts'

const saturday = 6

/** Until when a user wants to hear nothing, in milliseconds since 1970; undefined outside the quiet hours. */
export function quietUntil({ quietHours, timeZone }: Preferences, now: number): number | undefined {
  if (!quietHours?.isOn) return undefined
  const { from, to, isQuietAtWeekends } = quietHours
  const timeOf = (moment: Temporal.ZonedDateTime) => moment.toPlainTime().toString().slice(0, 5)
  const isOvernight = from > to
  const isQuiet = (time: string) => (isOvernight ? time >= from || time < to : time >= from && time < to)
  let moment = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone || 'UTC')
  // A weekend can follow on a quiet evening, and a quiet morning on a weekend.
  for (;;) {
    const time = timeOf(moment)
    if (isQuietAtWeekends && moment.dayOfWeek >= saturday) moment = moment.add({ days: 1 }).startOfDay()
    else if (isQuiet(time)) {
      const day = time < to ? moment : moment.add({ days: 1 })
      moment = day.toPlainDate().toZonedDateTime({ timeZone: moment.timeZoneId, plainTime: to })
    } else break
  }
  return moment.epochMilliseconds > now ? moment.epochMilliseconds : undefined
}
