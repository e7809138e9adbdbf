import { followingLog } from '../deliveries/following-log.ts'
import { activeFollowers } from '../history/unread-events.ts'
import { tasksById } from '../tasks/tasks-by-id.ts'
import { applyingIssues } from './applying.ts'
import { forgeCalls } from './forge-calls.ts'
import { deliveryKind, issueSourceRules } from './issue-sources.ts'
import { readingIssues } from './reading-issues.ts'
import { sendingStates } from './sending-states.ts'
import { sourceTable } from './source-table.ts'
import { syncing } from './syncing.ts'

type Dependencies = Omit<Parameters<typeof issueSourceRules>[0], 'following'> &
  Parameters<typeof forgeCalls>[0] &
  Parameters<typeof applyingIssues>[0] &
  Pick<Parameters<typeof syncing>[0], 'history' | 'announceSettings' | 'pausedMails'> &
  Pick<Parameters<typeof sendingStates>[0], 'history'> &
  Pick<Parameters<typeof followingLog>[0], 'queue'> & {
    log: { warn(details: object, message: string): void }
  }

/** Joins the parts of the repositories whose issues are tasks. */
export function wireIssueSources(dependencies: Dependencies) {
  const { database, log } = dependencies
  const calls = forgeCalls(dependencies)
  const sending = sendingStates({ ...dependencies, calls, tasksOf: tasksById(database) })
  const apply = applyingIssues(dependencies)
  const work = syncing({ ...dependencies, reading: readingIssues(calls), sending, apply })
  const onTrouble = (error: unknown) => {
    // While the database cannot be reached, every request reports it already.
    if (!database.outage(error)) log.warn({ err: error }, 'The issues of a repository could not be read')
  }
  const table = sourceTable(database.db)
  const followers = { kind: deliveryKind, active: activeFollowers(database, table), activeOf: table.activeOf, work }
  const following = followingLog({ ...dependencies, followers, onTrouble })
  return { rules: issueSourceRules({ ...dependencies, following }), following }
}
