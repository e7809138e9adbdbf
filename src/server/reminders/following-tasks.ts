import { randomUUID } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import { maxReminders, remindsAt } from '../../contract/reminders.ts'
import type { DeliveryRow, TaskRow } from '../database/schema.ts'
import type { DeliveryQueue, OwnerDeliveries } from '../deliveries/deliveries.ts'
import type { Draft } from '../history/draft.ts'
import { momentOf } from './local-time.ts'

export const reminderKind = 'reminder'

/** The columns of a task that decide when its user is reminded of it. */
export type RemindedTask = Pick<TaskRow, 'id' | 'reminders' | 'due_date' | 'start_date' | 'status' | 'trashed_at'>

/** The reminders of a task that has not been completed or deleted, each with the day and the time at which it is due. */
export function timesOf({ reminders, due_date, start_date, status, trashed_at }: RemindedTask): Map<string, string> {
  if (status === 'Completed' || trashed_at !== null) return new Map()
  const dates = { dueDate: due_date || null, startDate: start_date }
  return new Map(
    (JSON.parse(reminders) as string[]).flatMap((reminder) => {
      const time = remindsAt(reminder, dates)
      return time ? [[reminder, time]] : []
    }),
  )
}

interface Dependencies {
  queue: Pick<DeliveryQueue, 'of' | 'wakeAt'>
  /** The time zone of the owner of a draft. Reads within its transaction. */
  timeZoneOf: (draft: Pick<Draft, 'tx' | 'owner'>) => Promise<string>
}

const tasksAtOnce = 200
/** As for text and labels: an undo may need more room than is left. */
const undoMargin = 1.1

/** Keeps the deliveries of reminders up to date with the tasks of a change: at its end, a few statements write those of all its tasks. */
export function followingReminders({ queue, timeZoneOf }: Dependencies) {
  const changes = new WeakMap<Draft, Map<string, Map<string, string>>>()

  async function write(draft: Draft, changed: Map<string, Map<string, string>>, isUndo: boolean) {
    const own = queue.of(draft.tx, draft.owner)
    const timeZone = await timeZoneOf(draft)
    const now = Date.parse(draft.at)
    let first = Number.POSITIVE_INFINITY
    const tasks = [...changed]
    for (let from = 0; from < tasks.length; from += tasksAtOnce) {
      const added = await writeSome(own, draft.owner, new Map(tasks.slice(from, from + tasksAtOnce)), timeZone, now)
      first = Math.min(first, ...added.map(({ due_at }) => due_at))
    }
    if (!Number.isFinite(first)) return
    // All of them can be due together, and move together with the time zone.
    if (await own.hasMoreThan(maxReminders * (isUndo ? undoMargin : 1), reminderKind)) throw tooMany()
    draft.afterCommit(async () => queue.wakeAt(first))
  }

  return {
    /** Called with the columns of a task after a write, if it has or had reminders. */
    follow(draft: Draft, task: RemindedTask): void {
      const known = changes.get(draft)
      const changed = known ?? new Map()
      changed.set(task.id, timesOf(task))
      if (known) return
      changes.set(draft, changed)
      draft.beforeEnd((isUndo) => write(draft, changed, isUndo))
    },
  }
}

export type FollowingReminders = ReturnType<typeof followingReminders>

/** Removes the deliveries that no longer fit the tasks, and adds those that are missing. Nobody is reminded of a time that has passed already. */
async function writeSome(
  own: OwnerDeliveries,
  owner: string,
  tasks: Map<string, Map<string, string>>,
  timeZone: string,
  now: number,
): Promise<DeliveryRow[]> {
  const known = await own.ofSubjects(reminderKind, [...tasks.keys()])
  const isRight = ({ subject, name, local_time }: DeliveryRow) => tasks.get(subject)?.get(name) === local_time
  const kept = new Set(known.filter(isRight).map(({ subject, name }) => `${subject} ${name}`))
  await own.remove(known.filter((row) => !isRight(row)).map(({ id }) => id))
  const added = [...tasks].flatMap(([subject, times]) =>
    [...times].flatMap(([name, time]): DeliveryRow[] => {
      const at = momentOf(timeZone, time)
      if (at <= now || kept.has(`${subject} ${name}`)) return []
      return [
        {
          ...{ user_id: owner, id: randomUUID(), kind: reminderKind, subject, name },
          ...{ due_at: at, local_time: time, state: 'waiting', attempts: 0, next_at: at, last_error: null },
        },
      ]
    }),
  )
  await own.insert(added)
  return added
}

const tooMany = () =>
  new AppError(
    'too_large',
    `You would have more than ${maxReminders.toLocaleString('en')} reminders, which is the maximum. Remove some first.`,
  )
