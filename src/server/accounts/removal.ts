import type { Kysely } from 'kysely'
import type { Database } from '../database/database.ts'
import { eraseOwner } from '../database/distributed.ts'
import type { Schema } from '../database/schema.ts'
import type { FileRules } from '../files/files.ts'
import type { HistoryRules } from '../history/history.ts'
import type { LabelColourRules } from '../labels/colours.ts'
import type { NoteRules } from '../notes/notes.ts'
import type { ReminderRules } from '../reminders/reminders.ts'
import { eraseSecondFactor } from '../second-factor/second-factor.ts'
import type { SecurityEvents } from '../security-events/security-events.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import type { ViewRules } from '../views/views.ts'
import { inSlices } from '../work/slices.ts'
import { accountTable } from './account-table.ts'
import { endAccess } from './lasting-access.ts'

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'close' | 'eraseSlice'>
  tasks: Pick<TaskRules, 'eraseSlice'>
  notes: Pick<NoteRules, 'eraseSlice'>
  files: Pick<FileRules, 'discardAll'>
  views: Pick<ViewRules, 'eraseAll'>
  labelColours: Pick<LabelColourRules, 'eraseAll'>
  reminders: Pick<ReminderRules, 'eraseSlice'>
  events: Pick<SecurityEvents, 'eraseSlice'>
  clock: () => number
}

/** Longer than any request takes. As long as the row exists, an earlier request cannot violate a foreign key. */
const rowStaysMs = 3_600_000

/**
 * Deletes accounts in two steps, so that a large account blocks nobody: one short transaction makes the account unusable, then its data is
 * removed in slices between which others can write. After a crash, a background job removes the rest.
 */
export function accountRemoval(dependencies: Dependencies) {
  const { database, history, tasks, notes, files, views, labelColours, reminders, events, clock } = dependencies
  const table = accountTable(database.db)

  /** Returns false if the bytes of its files remain for now, because a backup is being made. */
  async function eraseData(owner: string): Promise<boolean> {
    await inSlices(
      async () =>
        (await history.eraseSlice(owner)) ||
        (await notes.eraseSlice(owner)) ||
        (await reminders.eraseSlice(owner)) ||
        (await events.eraseSlice(owner)) ||
        (await tasks.eraseSlice(owner)),
    )
    return files.discardAll(owner)
  }

  return {
    /** Makes the account unusable. `confirm` locks the account and checks the caller in the same transaction, and may fail. */
    begin: (id: string, confirm: (tx: Kysely<Schema>) => Promise<void>): Promise<void> =>
      database.transaction(id, async (tx) => {
        const own = accountTable(tx)
        // The deck is locked first, as in every change of tasks, to avoid a deadlock.
        await history.close(tx, id)
        await confirm(tx)
        await own.markRemoved(id, clock())
        await endAccess(tx, id)
        await own.removePicture(id)
        await eraseSecondFactor(tx, id)
        await views.eraseAll(tx, id)
        await labelColours.eraseAll(tx, id)
      }),
    eraseData,
    /** Removes the remaining data of every deleted account. */
    async finishAll(): Promise<void> {
      for (const { id, removed_at } of await table.removed()) {
        const isErased = await eraseData(id)
        if (!isErased || clock() - removed_at < rowStaysMs) continue
        await eraseOwner(database.db, id)
        await table.remove(id)
      }
    },
  }
}

export type AccountRemoval = ReturnType<typeof accountRemoval>
