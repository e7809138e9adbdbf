import { followingLog } from '../deliveries/following-log.ts'
import { outgoingTable } from './outgoing-table.ts'
import type { pumping } from './pump.ts'

export const deliveryKind = 'webhook'

type Dependencies = Omit<Parameters<typeof followingLog>[0], 'followers'> & { pump: ReturnType<typeof pumping> }

/** Wakes webhooks when the log of their owner has grown. */
export function followingWebhooks({ pump, ...dependencies }: Dependencies) {
  const { active, activeOf } = outgoingTable(dependencies.database.db)
  return followingLog({ ...dependencies, followers: { kind: deliveryKind, active, activeOf, work: pump.work } })
}

export type FollowingWebhooks = ReturnType<typeof followingWebhooks>
