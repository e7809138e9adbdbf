import { feedReader } from './feed-reader.ts'
import { fetching } from './fetching.ts'
import { meetingRules } from './meetings.ts'
import { readingCalendars } from './reading.ts'

type Rules = Parameters<typeof meetingRules>[0]
type Dependencies = Omit<Rules, 'reading'> &
  Pick<Parameters<typeof fetching>[0], 'outgoing'> &
  Pick<Parameters<typeof readingCalendars>[0], 'queue' | 'announceSettings'> & {
    log: { warn(details: object, message: string): void }
  }

/** Joins the parts of the calendars of others. */
export function wireMeetings(dependencies: Dependencies) {
  const { database, log } = dependencies
  const reader = feedReader()
  const onTrouble = (error: unknown) => {
    // While the database cannot be reached, every request reports it already.
    if (!database.outage(error)) log.warn({ err: error }, 'Calendars of others could not be read')
  }
  const reading = readingCalendars({ ...dependencies, fetch: fetching({ ...dependencies, reader }), onTrouble })
  return {
    rules: meetingRules({ ...dependencies, reading }),
    /** Resolves when this node has read everything that it had begun. */
    settled: reading.settled,
    async stop() {
      await reading.settled()
      await reader.close()
    },
  }
}
