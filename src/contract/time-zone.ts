/** Whether a text is the name of a time zone, such as `Europe/Berlin`. Abbreviations and offsets are none. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Z][\w+-]*(\/[\w+-]+){0,2}$/i.test(text)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}

/** The calendar day in a time zone at a time; in UTC if the name is empty. */
export const dayIn = (timeZone: string, at: Date): string =>
  // The format of Canada is that of our days.
  new Intl.DateTimeFormat('en-CA', { timeZone: timeZone || 'UTC' }).format(at)
