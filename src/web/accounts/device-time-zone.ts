/** The time zone of this device; empty where the browser does not tell a name. */
export function deviceTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone?.includes('/') || timeZone === 'UTC' ? timeZone : ''
}
