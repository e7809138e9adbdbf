import { setTimeout as wait } from 'node:timers/promises'
import { CallError, isTemporary } from '../contract/client.ts'
import { liveEvents } from '../contract/live.ts'
import { isOtherEpoch, readPosition } from '../contract/log-position.ts'
import type { Preferences } from '../contract/schemas/accounts.ts'
import type { TaskEvent } from '../contract/schemas/history.ts'
import type { Task } from '../contract/schemas/tasks.ts'
import { describeAuthor, describeEvent } from '../contract/words/event-words.ts'
import { deletedTask } from '../contract/words/field-words.ts'
import { numberOf } from '../contract/words/task-names.ts'
import { isEvent } from './answer-check.ts'
import type { Context } from './command.ts'
import { failureOf, unreached } from './errors.ts'
import { openStream } from './event-stream.ts'
import { jsonIn } from './http-call.ts'
import { oneLine } from './output/clean.ts'
import { loadTasks, nameOf } from './tasks.ts'

type Named = Pick<Task, 'number' | 'title'>

const [firstDelayMs, maxDelayMs] = [500, 15_000]

/** Prints every change until the process is interrupted. Reconnects after a loss, from the last event that was printed. */
export async function watchEvents(context: Context, dateStyle: Preferences['dateStyle']) {
  const client = context.client()
  const { terminal, format } = context
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  const tasks = new Map<string, Named>()
  let last: string | undefined
  let isOpen = false
  let delayMs = firstDelayMs

  async function reload() {
    tasks.clear()
    for (const task of await loadTasks(client)) tasks.set(task._id, task)
  }

  function print(event: TaskEvent) {
    const known = tasks.get(event.task)
    const named = { ...known, ...event.before, ...event.after } as Partial<Named>
    if (named.number !== undefined && named.title !== undefined) tasks.set(event.task, named as Named)
    context.print({
      json: event,
      quiet: () => (named.number === undefined ? '' : String(named.number)),
      text: () => lineOf(event, tasks.get(event.task)),
    })
  }

  function lineOf(event: TaskEvent, task: Named | undefined): string {
    const { style } = terminal
    const linkedName = (id: string) => {
      const other = tasks.get(id)
      return other ? numberOf(other) : deletedTask
    }
    const time = new Date(event.at).toLocaleTimeString('en-GB')
    const words = oneLine(`${describeAuthor('you', event)} ${describeEvent(event, dateStyle, linkedName)}`)
    const change = style('dim', `· change ${event.change}`)
    return `${style('dim', time)}  ${style('bold', task ? nameOf(task) : 'A task')}  ${words} ${change}`
  }

  /** An event of a stream. The number and the title of a task in it become words of a line, or of a script. */
  function eventIn(data: string): TaskEvent {
    const event = jsonIn(data)
    if (isEvent(event)) return event
    throw unreached(
      `${client.server.url} has sent an event that is not one of Taskdeck, or of a newer version.`,
      'Check the address, and update the command line.',
    )
  }

  async function follow() {
    for await (const { event, data, id } of openStream(client, last, stopped.signal)) {
      delayMs = firstDelayMs
      if (event === liveEvents.bye) return
      if (event === liveEvents.reload) {
        if (last !== undefined && format === 'text') terminal.note(reasonToReload(last, id ?? ''))
        await reload()
      }
      if (!isOpen && format !== 'quiet') terminal.note(`Watching ${client.server.url}. Press Ctrl+C to end.`)
      isOpen = true
      if (event === liveEvents.change) print(eventIn(data))
      if (id) last = id
    }
  }

  async function followUntilStopped() {
    while (!stopped.signal.aborted) {
      try {
        await follow()
      } catch (error) {
        if (stopped.signal.aborted) return
        // A server that was never reached is an error; one that was lost comes back.
        if (!isOpen || !isTemporary(error) || !(error instanceof CallError)) throw failureOf(error, client.server.url)
      }
      if (stopped.signal.aborted) return
      await wait(delayMs * (0.5 + Math.random()), undefined, { signal: stopped.signal }).catch(() => undefined)
      delayMs = Math.min(delayMs * 2, maxDelayMs)
    }
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  try {
    await followUntilStopped()
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  }
}

/** Why the changes between two events are unknown. */
function reasonToReload(last: string, next: string): string {
  const isOther = isOtherEpoch(readPosition(last)?.epoch, readPosition(next)?.epoch)
  if (!isOther) return 'Too many changes were missed to list them.'
  return 'The server was restored from a backup, or another database server has taken over. Changes may have been lost.'
}
