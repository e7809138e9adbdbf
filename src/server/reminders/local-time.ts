/**
 * The moment, in milliseconds since 1970, at which a clock in a time zone shows a day and a time such as `2026-03-29T02:30`; in UTC if the name is
 * empty. When clocks go forward, a time that does not exist moves forward with them. Of a time that happens twice, it is the first one.
 */
export const momentOf = (timeZone: string, dayAndTime: string): number =>
  Temporal.PlainDateTime.from(dayAndTime).toZonedDateTime(timeZone || 'UTC', { disambiguation: 'compatible' })
    .epochMilliseconds
