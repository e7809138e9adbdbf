import type { Database } from '../database/database.ts'
import type { Config } from '../settings/config.ts'
import { shareReaders } from './readers.ts'
import { shareAnswers } from './share-answers.ts'
import { shareTable } from './share-table.ts'
import { sharedPageRules } from './shared-pages.ts'
import { shareRules } from './shares.ts'
import { visitCounts } from './visits.ts'
import { workingLinks } from './working-links.ts'

type Dependencies = Omit<Parameters<typeof shareRules>[0], 'basePath' | 'record'> &
  Parameters<typeof sharedPageRules>[0] &
  Pick<Parameters<typeof shareAnswers>[0], 'attempts' | 'history' | 'tasks'> & {
    config: Pick<Config, 'basePath'>
    database: Database
    noteWrites: Parameters<typeof shareAnswers>[0]['writes']
    events: { recordBy: Parameters<typeof shareRules>[0]['record'] }
    announceSettings: (owner: string) => void
    log: { warn(details: object, message: string): void }
  }

/** Joins the parts of shared links. */
export function wireShares(dependencies: Dependencies) {
  const { config, database, clock, noteWrites, events, announceSettings, log } = dependencies
  const table = shareTable(database.db)
  const links = workingLinks(database)
  const sharedPages = sharedPageRules(dependencies)
  return {
    rules: shareRules({ ...dependencies, ...config, record: events.recordBy }),
    sharedPages,
    shareReaders: shareReaders({
      pages: sharedPages,
      open: (ids) => links.open(ids, clock()),
      onTrouble(error) {
        // While the database cannot be reached, every request reports it already.
        if (!database.outage(error)) log.warn({ err: error }, 'A shared page could not be read again')
      },
    }),
    shareAnswers: shareAnswers({
      ...{ ...dependencies, pages: sharedPages, writes: noteWrites },
      async announce(owner) {
        await database.notifyNodesOfSettings(database.db, owner)
        announceSettings(owner)
      },
    }),
    visits: visitCounts({ add: table.addVisits, clock }),
  }
}
