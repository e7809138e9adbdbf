import type { OutgoingEvent } from '../../contract/outgoing-webhooks.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import type { Database } from '../database/database.ts'
import type { OutgoingHookRow, OutgoingMessageRow } from '../database/schema.ts'
import type { HistoryRules } from '../history/history.ts'
import { eventOf } from '../history/present.ts'
import { taskIds } from '../tasks/task-ids.ts'
import type { TasksById } from '../tasks/tasks-by-id.ts'
import { type ChosenTasks, type IsChosen, viewIsGone } from './chosen-tasks.ts'
import { eventFor } from './events.ts'
import { outgoingTable } from './outgoing-table.ts'

export interface ReadingDependencies {
  database: Database
  history: Pick<HistoryRules, 'after' | 'position'>
  tasksOf: TasksById
  chosen: ChosenTasks
  /** The address of a task in the web app. */
  linkTo: (task: Pick<Task, 'number'>) => string
  clock: () => number
}

/** A message before it has a place. */
export interface NewMessage {
  id: string
  subject: string
  event: OutgoingMessageRow['event']
  at: string
  data: object
  /** The user sends it, so it does not wait for its turn. */
  isSentByHand?: boolean
}

const rowsAtOnce = 50

export const eventsOf = ({ events }: Pick<OutgoingHookRow, 'events'>): OutgoingEvent[] => JSON.parse(events)

/** Makes messages out of the log of an owner, for one webhook. */
export function readingLog({ database, history, tasksOf, chosen, linkTo, clock }: ReadingDependencies) {
  const nextId = taskIds()

  const rowOf = (
    hook: OutgoingHookRow,
    place: number,
    { data, at, isSentByHand, ...message }: NewMessage,
  ): OutgoingMessageRow => ({
    ...message,
    ...{ user_id: hook.user_id, hook_id: hook.id, place, at: Date.parse(at) },
    body: JSON.stringify({ type: message.event, timestamp: at, data }),
    ...(isSentByHand ? { state: 'failed', next_at: null } : { state: 'waiting', next_at: clock() }),
    ...{ attempts: 0, first_at: null, tried_at: null },
    ...{ status: null, took_ms: null, problem: null, response: '' },
  })

  /** Adds messages, and moves the place in the log. Returns the webhook as it is then; undefined if another node was faster. */
  async function append(hook: OutgoingHookRow, messages: NewMessage[], seq = hook.seq) {
    const place = hook.last_place + messages.length
    const rows = messages.map((message, index) => rowOf(hook, hook.last_place + 1 + index, message))
    return database.transaction(
      hook.user_id,
      async (tx) => {
        const own = outgoingTable(tx)
        if (!(await own.advance(hook, seq, place))) return undefined
        await own.add(rows)
        return { ...hook, seq, last_place: place }
      },
      'housekeeping',
    )
  }

  /** Adds messages that do not come from the log, each once. */
  async function appendNew(owner: string, id: string, messages: NewMessage[]): Promise<void> {
    const table = outgoingTable(database.db)
    for (;;) {
      const hook = await table.find(owner, id)
      if (!hook) return
      const known = await table.knownOf(
        hook,
        messages.map((message) => message.id),
      )
      const added = messages.filter((message) => !known.has(message.id))
      // Another writer may have taken the places.
      if (!added.length || (await append(hook, added))) return
    }
  }

  function messageOf(hook: OutgoingHookRow, entry: TaskEvent, task: Task | undefined, isChosen: IsChosen) {
    const event = eventFor(entry, eventsOf(hook))
    if (!event || !task || !isChosen(task, entry.before)) return []
    const { seq, change, undoes, kind, before, after, via, at } = entry
    const question = event === 'question.asked' ? { question: after?.note } : {}
    const data = { task, url: linkTo(task), ...question, change: { seq, change, undoes, kind, before, after, via } }
    return [{ id: `msg_${nextId()}`, subject: entry.task, event, at, data }]
  }

  return {
    appendNew,
    nextMessageId: () => `msg_${nextId()}`,
    /**
     * Reads the next entries of the log. Returns the webhook as it is then, and whether there may be more. Undefined if another node was faster,
     * and `pause` if the webhook cannot go on.
     */
    async readSome(
      hook: OutgoingHookRow,
    ): Promise<{ hook: OutgoingHookRow; hasMore: boolean } | { pause: string } | undefined> {
      const rows = await history.after(hook.user_id, hook.seq, rowsAtOnce)
      const last = rows.at(-1)
      if (!last) {
        // A restored database may have a shorter log.
        const { seq } = await history.position(hook.user_id)
        if (seq >= hook.seq) return { hook, hasMore: false }
        const moved = await append(hook, [], seq)
        return moved && { hook: moved, hasMore: false }
      }
      const entries = rows.map(eventOf).filter((entry) => eventFor(entry, eventsOf(hook)))
      const isChosen = entries.length ? await chosen(hook) : () => false
      if (!isChosen) return { pause: viewIsGone }
      const tasks = await tasksOf(hook.user_id, [...new Set(entries.map(({ task }) => task))])
      const messages = entries.flatMap((entry) => messageOf(hook, entry, tasks.get(entry.task), isChosen))
      const moved = await append(hook, messages, last.seq)
      return moved && { hook: moved, hasMore: rows.length === rowsAtOnce }
    },
  }
}

export type ReadingLog = ReturnType<typeof readingLog>
