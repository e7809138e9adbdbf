import type { Kysely } from 'kysely'
import type { DueReminder } from '../../contract/schemas/reminders.ts'
import type { Database } from '../database/database.ts'
import type { DeliveryRow, Schema } from '../database/schema.ts'
import { type DeliveryQueue, keptMs } from '../deliveries/deliveries.ts'
import type { Author } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import type { RemindedTaskOf } from '../tasks/reminded-tasks.ts'
import { reminderKind, timesOf } from './following-tasks.ts'
import { momentOf } from './local-time.ts'

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'once'>
  queue: DeliveryQueue
  tasksOf: RemindedTaskOf
  /** Tells open browsers of an owner, at this node, to ask for their reminders. */
  announce: (owner: string) => void
  clock: () => number
}

/** More are counted, not listed. */
const maxListed = 100
const timesAtOnce = 500

/**
 * The reminders that are due. A browser that is told of one takes it, and shows it. Each is given to one browser only, and is marked as sent before
 * that, so nobody is reminded twice. If no browser is open, it waits for the next one.
 */
export function reminderRules({ database, history, queue, tasksOf, announce, clock }: Dependencies) {
  queue.register({
    kind: reminderKind,
    async deliver(owner) {
      await database.notifyNodesOfSettings(database.db, owner)
      announce(owner)
      return 'ready'
    },
  })

  /** Those whose task still asks for them: an older node may have changed it without a word to the deliveries. */
  async function stillMeant(tx: Kysely<Schema>, owner: string, rows: DeliveryRow[]): Promise<DueReminder[]> {
    const tasks = await tasksOf(tx, owner, [...new Set(rows.map(({ subject }) => subject))])
    return rows.flatMap(({ subject, name, local_time }) => {
      const task = tasks.get(subject)
      if (!task || timesOf(task).get(name) !== local_time) return []
      return { task: subject, number: task.number, title: task.title, at: local_time ?? '' }
    })
  }

  return {
    /** How many reminders wait for a browser of the owner. */
    due: async (owner: string) => ({ count: await queue.of(database.db, owner).readyCount(reminderKind) }),

    /** Gives the reminders that are due to the caller, and to nobody else: the latest ones, and the number of all. */
    take(author: Author) {
      const work = async (tx: Kysely<Schema>) => {
        const rows = await queue.of(tx, author.owner).takeReady(reminderKind, clock() + keptMs.sent)
        const latest = rows.toSorted((a, b) => b.due_at - a.due_at).slice(0, maxListed)
        const reminders = await stillMeant(tx, author.owner, latest)
        return { reminders, count: reminders.length + rows.length - latest.length }
      }
      return history.once(author, work, (taken) => taken)
    },

    /** The owner has another time zone: the reminders that wait keep their day and time there. Within the transaction of this change. */
    async moveTo(tx: Kysely<Schema>, owner: string, timeZone: string): Promise<void> {
      const own = queue.of(tx, owner)
      let last = ''
      for (;;) {
        const times = await own.localTimes(last, timesAtOnce)
        for (const time of times) await own.setMoment(time, momentOf(timeZone, time))
        if (times.length < timesAtOnce) return
        last = times.at(-1) ?? ''
      }
    },

    /** Removes a limited number of a deleted account's deliveries. Returns false if none is left. */
    eraseSlice: (owner: string): Promise<boolean> => queue.of(database.db, owner).eraseSlice(timesAtOnce),
  }
}

export type ReminderRules = ReturnType<typeof reminderRules>
