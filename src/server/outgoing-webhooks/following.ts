import { followingLog } from '../deliveries/following-log.ts'
import { activeFollowers } from '../history/unread-events.ts'
import { outgoingTable } from './outgoing-table.ts'
import type { pumping } from './pump.ts'

export const deliveryKind = 'webhook'

type Dependencies = Omit<Parameters<typeof followingLog>[0], 'followers'> & { pump: ReturnType<typeof pumping> }

/** Wakes webhooks when the log of their owner has grown. */
export function followingWebhooks({ pump, ...dependencies }: Dependencies) {
  const table = outgoingTable(dependencies.database.db)
  const active = activeFollowers(dependencies.database, table)
  const followers = { kind: deliveryKind, active, activeOf: table.activeOf, work: pump.work }
  return followingLog({ ...dependencies, followers })
}

export type FollowingWebhooks = ReturnType<typeof followingWebhooks>
