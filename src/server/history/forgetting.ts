import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import type { OpenDraft, Unforgotten } from './draft.ts'

interface Parts {
  database: Database
  openDraft: OpenDraft
}

/**
 * Takes the values out of all older events of a purged task, in slices between which others write: a history can be long. What a crash
 * leaves is found and finished by the recount.
 */
export function forgetting({ database, openDraft }: Parts) {
  return async (owner: string, task: Unforgotten): Promise<void> => {
    let next: Unforgotten | undefined = task
    while (next) {
      const slice: Unforgotten = next
      next = await database.transaction(
        owner,
        async (tx) => {
          const draft = openDraft(tx, owner, '')
          await draft.forgetMore(slice)
          return draft.unforgotten[0]
        },
        'housekeeping',
      )
      await nextTurn()
    }
  }
}

export type ForgetAll = ReturnType<typeof forgetting>
