import { addDays } from '../../contract/calendar-day.ts'
import { AppError } from '../../contract/errors.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { dayIn } from '../../contract/time-zone.ts'
import { viaOfWay } from '../../contract/via.ts'
import type { Database } from '../database/database.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import { actOfSecret } from './way-acts.ts'
import { wayTable } from './way-table.ts'
import type { WayRules } from './ways.ts'

interface Dependencies {
  database: Database
  ways: Pick<WayRules, 'keys'>
  tasks: Pick<TaskRules, 'update'>
  attempts: { take(limits: { key: string; max: number; windowMs: number }[]): Promise<void> }
  profileOf: (owner: string) => Promise<{ preferences: Preferences }>
  clock: () => number
}

const hourMs = 3_600_000
const maxPerHour = 300

/** The buttons of messages that ntfy shows. A phone presses them without a session: the secret in the body is the only permission. */
export function buttonRules({ database, ways, tasks, attempts, profileOf, clock }: Dependencies) {
  const table = wayTable(database.db)
  return {
    /**
     * Does what a button says; pressed twice, it is done once. Fails with `not_found` for a button that does not work: it is older than a week, its
     * way was removed or switched off, or its task is not there any more.
     */
    async press(secret: string) {
      const pressed = actOfSecret(await ways.keys(), secret, clock())
      const way = pressed && (await table.inUse(pressed.way))
      if (!way) throw dead()
      await attempts.take([{ key: `buttons of ${way.id}`, max: maxPerHour, windowMs: hourMs }])
      const { preferences } = await profileOf(way.user_id)
      const tomorrow = addDays(dayIn(preferences, new Date(clock())), 1)
      const change = pressed.act === 'done' ? { status: 'Completed' as const } : { startDate: tomorrow }
      await tasks.update({ owner: way.user_id, via: viaOfWay(way.name) }, pressed.task, change).catch(goneMeanwhile)
      return { message: pressed.act === 'done' ? 'Completed.' : 'Put off until tomorrow.' }
    },
  }
}

export type ButtonRules = ReturnType<typeof buttonRules>

const dead = () => new AppError('not_found', 'This button no longer works. Open the task instead.')

function goneMeanwhile(error: unknown): never {
  throw error instanceof AppError && error.code === 'not_found' ? dead() : error
}
