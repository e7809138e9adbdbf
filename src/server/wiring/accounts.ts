import { accountRules } from '../accounts/accounts.ts'
import { exportRules } from '../accounts/export.ts'
import { accountRemoval } from '../accounts/removal.ts'
import { archiveImportRules } from '../archive-imports/archive-imports.ts'
import { archivedTodoWrites } from '../caldav/archived-todos.ts'
import type { Above } from './above.ts'
import type { WithOutside } from './outside.ts'

/** The last level: accounts, with the export and the removal of everything that belongs to them. */
export function wireAccounts(below: WithOutside, { announceSettings }: Above) {
  const { log, reminders, digests, outgoingHooks, meetings, issueSources, shares } = below
  const removal = accountRemoval(below)
  const accounts = accountRules({
    ...{ ...below, removal, onTimeZone: reminders.moveTo, onDigest: digests.follow },
    onLeftover: (error: unknown) =>
      log.warn({ err: error }, 'Data of a deleted account could not be removed yet. A background job will try again.'),
  })
  const lists = {
    shares: shares.rules,
    outgoingHooks: outgoingHooks.rules,
    meetings: meetings.rules,
    issueSources: issueSources.rules,
  }
  const exports = exportRules({ ...below, ...lists })
  const { taskWrites: tasks, noteWrites: notes, receiptWrites: receipts, referenceWrites: references } = below
  const todos = archivedTodoWrites(tasks)
  const archiveImports = archiveImportRules({
    ...{ ...below, accounts, announceSettings, writes: { tasks, notes, receipts, references, todos } },
  })
  return { ...below, removal, accounts, exports, archiveImports }
}

export type WithAccounts = ReturnType<typeof wireAccounts>
