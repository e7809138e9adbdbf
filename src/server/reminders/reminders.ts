import type { Kysely } from 'kysely'
import type { DueReminder } from '../../contract/schemas/reminders.ts'
import type { Database } from '../database/database.ts'
import type { DeliveryRow, Schema } from '../database/schema.ts'
import { type DeliveryQueue, keptMs } from '../deliveries/deliveries.ts'
import type { Author } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import type { FoundTask, RemindedTaskOf } from '../tasks/reminded-tasks.ts'
import { reminderKind, timesOf } from './following-tasks.ts'
import { momentOf } from './local-time.ts'

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'once'>
  queue: DeliveryQueue
  tasksOf: RemindedTaskOf
  /** Tells open browsers of an owner, at this node, to ask for their reminders. */
  announce: (owner: string) => void
  /** Until when an owner wants to hear nothing; undefined if now is no such time. */
  quietUntil: (owner: string) => Promise<number | undefined>
  /** Reminders of an owner are about to be ready. */
  onReady: (owner: string) => Promise<void>
  /** Called with reminders that are due, before anybody takes them. It runs again if this node is killed. */
  onDue: (owner: string, rows: DeliveryRow[]) => Promise<void>
  clock: () => number
}

/** A question of a token to the owner. Pages show how many are open by themselves, so taking it is enough. */
export const questionKind = 'question'

/** The task, the reminder, and the day and the time at which it is due. */
export type ReminderName = [task: string, reminder: string, at: string]

export interface MeantReminder {
  name: ReminderName
  task: FoundTask
}

/** More are counted, not listed. */
const maxListed = 100
const timesAtOnce = 500

/**
 * The reminders that are due. A browser that is told of one takes it, and shows it. Each is given to one browser only, and is marked as sent before
 * that, so nobody is reminded twice. If no browser is open, it waits for the next one.
 */
export function reminderRules(dependencies: Dependencies) {
  const { database, history, queue, tasksOf, announce, quietUntil, onReady, onDue, clock } = dependencies
  queue.register({
    kind: reminderKind,
    async deliver(owner, rows) {
      await onDue(owner, rows)
      const until = await quietUntil(owner)
      if (until !== undefined) {
        await queue.of(database.of(owner), owner).postpone(rows, until)
        return 'ready'
      }
      await database.notifyNodesOfSettings(database.db, owner)
      announce(owner)
      await onReady(owner)
      return 'ready'
    },
  })

  /** Those whose task still asks for them: an older node may have changed it without updating its deliveries. */
  async function stillMeant(tx: Kysely<Schema>, owner: string, names: ReminderName[]): Promise<MeantReminder[]> {
    const tasks = await tasksOf(tx, owner, [...new Set(names.map(([task]) => task))])
    return names.flatMap((name) => {
      const task = tasks.get(name[0])
      return task && timesOf(task).get(name[1]) === name[2] ? [{ name, task }] : []
    })
  }

  /** Takes the reminders that are due: nobody else gets them. Returns the latest ones, and the number of all. */
  async function takeReady(tx: Kysely<Schema>, owner: string) {
    const rows = await queue.of(tx, owner).takeReady(reminderKind, clock() + keptMs.sent)
    const latest = rows.toSorted((a, b) => b.due_at - a.due_at).slice(0, maxListed)
    const names = latest.map(({ subject, name, local_time }): ReminderName => [subject, name, local_time ?? ''])
    const taken = await stillMeant(tx, owner, names)
    return { taken, count: taken.length + rows.length - latest.length }
  }

  return {
    takeReady,
    stillMeant,
    /** How many reminders and questions wait for a browser of the owner. */
    async due(owner: string) {
      const own = queue.of(database.db, owner)
      const counts = await Promise.all([own.readyCount(reminderKind), own.readyCount(questionKind)])
      return { count: counts[0] + counts[1] }
    },

    /** Gives the reminders that are due to the caller, and to nobody else: the latest ones, and the number of all. */
    take(author: Author) {
      const work = async (tx: Kysely<Schema>) => {
        const { taken, count } = await takeReady(tx, author.owner)
        await queue.of(tx, author.owner).takeReady(questionKind, clock() + keptMs.sent)
        const reminders = taken.map(
          ({ name: [task, , at], task: { number, title } }): DueReminder => ({ task, number, title, at }),
        )
        return { reminders, count }
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
