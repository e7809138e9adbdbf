import type { Above } from './wiring/above.ts'
import { wireAccounts } from './wiring/accounts.ts'
import { wireCallers } from './wiring/callers.ts'
import { type Dependencies, wireGround } from './wiring/ground.ts'
import { wireJobs } from './wiring/jobs.ts'
import { wireLog } from './wiring/log.ts'
import { wireOutside } from './wiring/outside.ts'
import { wireTasks } from './wiring/tasks.ts'

/**
 * Creates the rules of every noun with their dependencies, level by level: each level gets everything that the levels below it have made.
 * A new noun is a line in the level that knows what it needs.
 */
export function wireRules(dependencies: Dependencies) {
  const above: Above = {
    announce(owner, seq) {
      outside.live.announce(owner, seq)
      outside.shares.shareReaders.announce(owner)
      outside.outgoingHooks.following.announce(owner)
      outside.issueSources.following.announce(owner)
    },
    announceSettings(owner) {
      outside.live.announceSettings(owner)
      outside.shares.shareReaders.announceSettings(owner)
      outside.outgoingHooks.following.settingsChanged(owner)
      outside.issueSources.following.settingsChanged(owner)
    },
    openTokens: (owners) => callers.tokens.open(owners),
    onAsked: (draft, note) => outside.notices.onAsked(draft, note),
  }
  const log = wireLog(wireGround(dependencies), above)
  const callers = wireCallers(wireTasks(log, above))
  const outside = wireOutside(callers, above)
  const rules = wireAccounts(outside, above)
  const { announce, announceSettings } = above
  return { ...rules, announce, announceSettings, jobs: wireJobs(rules) }
}
