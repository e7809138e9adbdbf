import type { Database } from '../database/database.ts'
import { inSlices } from '../work/slices.ts'
import type { OpenDraft, Unforgotten } from './draft.ts'

interface Dependencies {
  database: Database
  openDraft: OpenDraft
}

/**
 * Removes the values from all older events of a purged subject. A history can be long, so this is done in slices between which other
 * users can write. If the server crashes in the middle, the recount finishes the work.
 */
export function forgetting({ database, openDraft }: Dependencies) {
  return async (owner: string, subject: Unforgotten): Promise<void> => {
    let below = subject.below
    await inSlices(async () => {
      const next = await database.transaction(
        owner,
        async (tx) => {
          const draft = openDraft(tx, { owner, via: 'system' }, '')
          await draft.forgetMore({ ...subject, below })
          return draft.unforgotten[0]
        },
        'housekeeping',
      )
      below = next?.below ?? below
      return next !== undefined
    })
  }
}

export type ForgetAll = ReturnType<typeof forgetting>
