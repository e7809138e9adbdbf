const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The weekday of a day in words. */
export function weekday(day: string): { long: string; short: string } {
  const long = names[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''
  return { long, short: long.slice(0, 3) }
}
