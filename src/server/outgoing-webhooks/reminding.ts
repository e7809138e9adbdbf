import type { Database } from '../database/database.ts'
import type { DeliveryRow } from '../database/schema.ts'
import type { FollowingWebhooks } from './following.ts'
import { outgoingTable } from './outgoing-table.ts'
import { eventsOf, type NewMessage, type ReadingDependencies, type ReadingLog } from './reading-log.ts'

interface Dependencies extends Pick<ReadingDependencies, 'tasksOf' | 'chosen' | 'linkTo'> {
  database: Database
  log: ReadingLog
  following: Pick<FollowingWebhooks, 'wake'>
}

export type DueReminderRow = Pick<DeliveryRow, 'id' | 'subject' | 'due_at' | 'local_time'>

/** Tells other programs of reminders that are due. Safe to run twice for the same ones. */
export function remindingPrograms({ database, log, following, tasksOf, chosen, linkTo }: Dependencies) {
  const table = outgoingTable(database.db)
  return async (owner: string, rows: DueReminderRow[]): Promise<void> => {
    const hooks = (await table.ofOwner(owner)).filter((hook) => hook.paused_at === null)
    const wanting = hooks.filter((hook) => eventsOf(hook).includes('reminder.due'))
    if (!wanting.length) return
    const tasks = await tasksOf(owner, [...new Set(rows.map(({ subject }) => subject))])
    for (const hook of wanting) {
      const isChosen = (await chosen(hook)) ?? (() => false)
      const messages = rows.flatMap(({ id, subject, due_at, local_time }): NewMessage[] => {
        const task = tasks.get(subject)
        if (!task || !isChosen(task)) return []
        const data = { task, url: linkTo(task), reminder: { at: local_time } }
        return [{ id: `msg_${id}`, subject, event: 'reminder.due', at: new Date(due_at).toISOString(), data }]
      })
      await log.appendNew(owner, hook.id, messages)
      await following.wake(owner, hook.id)
    }
  }
}
