import { liveEvents } from '../../contract/live.ts'
import type { EventRow } from '../database/schema.ts'
import type { HistoryRules } from '../history/history.ts'
import { eventJson } from '../history/present.ts'

/** Somebody who is published. */
export interface Listener {
  owner: string
  /** Of the caller: the stream ends with it. */
  credential: string
  /** The last event that was published. */
  position: number
  write(text: string): void
  /** Resolves when what was written is on its way, or the listener is gone. */
  drained(): Promise<void>
  /** Ends it; `farewell` is what is still said. */
  end(farewell?: string): void
}

/** The listeners of one owner, and how far they have been published. */
interface Channel {
  listeners: Set<Listener>
  published: number
  /** How far the log is known to have got. */
  known: number
  /** Whether it may have got further than that. */
  mayBeBehind: boolean
  reading: boolean
}

interface Parts {
  history: Pick<HistoryRules, 'position' | 'after'>
  /** Called when the log cannot be read; it is tried again with the next beat. */
  onTrouble: (error: unknown) => void
}

const rowsAtOnce = 50
/** A replay waits for its reader after so many: there may be more in it than is let pile up. */
const replayAtOnce = 20
/** Who is further behind than this loads everything anew instead. */
const maxReplayedEvents = 1_000

/** Tells listeners what their owner's log says, from where they left off, each event once and in order. */
export function liveRules({ history, onTrouble }: Parts) {
  const channels = new Map<string, Channel>()
  /** Every listener by its owner, from the moment it is accepted: those that still catch up are in no channel yet. */
  const accepted = new Map<string, Set<Listener>>()

  /** Reads what is new once, for all listeners of an owner. */
  async function publish(owner: string, channel: Channel) {
    if (channel.reading) return
    channel.reading = true
    try {
      while ((channel.mayBeBehind || channel.known > channel.published) && channel.listeners.size) {
        const { known } = channel
        channel.mayBeBehind = false
        const rows = await history.after(owner, channel.published, rowsAtOnce)
        const last = rows.at(-1)
        if (!last) {
          // What was announced while this was read is not among it, and is read next.
          if (channel.known === known) channel.known = channel.published
          continue
        }
        channel.published = last.seq
        channel.mayBeBehind ||= rows.length === rowsAtOnce
        const texts = rows.map(changeText)
        const all = texts.join('')
        for (const listener of channel.listeners) {
          const fresh = rows.findIndex((row) => row.seq > listener.position)
          if (fresh < 0) continue
          listener.position = last.seq
          listener.write(fresh === 0 ? all : texts.slice(fresh).join(''))
        }
      }
    } catch (error) {
      onTrouble(error)
    } finally {
      channel.reading = false
    }
  }

  /** Looks at every log: something may have been missed. */
  function publishAll() {
    for (const [owner, channel] of channels) {
      channel.mayBeBehind = true
      void publish(owner, channel)
    }
  }

  function channelOf(owner: string, published: number): Channel {
    const channel = channels.get(owner) ?? {
      listeners: new Set(),
      published,
      known: published,
      mayBeBehind: false,
      reading: false,
    }
    channels.set(owner, channel)
    return channel
  }

  async function catchUp(listener: Listener, after: number | undefined) {
    const now = await history.position(listener.owner)
    const known = after !== undefined && after <= now && now - after <= maxReplayedEvents
    listener.position = known ? after : now
    if (!known) listener.write(text(liveEvents.reload, '{}', now))
    while (isAccepted(listener)) {
      const channel = channelOf(listener.owner, listener.position)
      const rows = await history.after(listener.owner, listener.position, replayAtOnce)
      if (rows.length) listener.write(rows.map(changeText).join(''))
      listener.position = rows.at(-1)?.seq ?? listener.position
      if (rows.length === replayAtOnce) {
        await listener.drained()
        continue
      }
      // From here on the channel tells it; nothing lies between, for nothing is awaited in between.
      if (listener.position >= channel.published && channels.get(listener.owner) === channel) return channel
    }
    return undefined
  }

  const isAccepted = (listener: Listener) => accepted.get(listener.owner)?.has(listener) === true

  function leave(listener: Listener) {
    const { owner } = listener
    const all = accepted.get(owner)
    all?.delete(listener)
    if (all?.size) {
      channels.get(owner)?.listeners.delete(listener)
    } else {
      accepted.delete(owner)
      channels.delete(owner)
    }
  }

  return {
    /** An owner's log has got to a number. */
    announce(owner: string, seq: number) {
      const channel = channels.get(owner)
      if (!channel || seq <= channel.published) return
      channel.known = Math.max(channel.known, seq)
      void publish(owner, channel)
    },
    publishAll,

    /** Tells a listener everything after a number, or to load anew, and then whatever happens. */
    async join(listener: Listener, after: number | undefined): Promise<void> {
      const all = accepted.get(listener.owner) ?? new Set()
      accepted.set(listener.owner, all.add(listener))
      const channel = await catchUp(listener, after).catch((error) => {
        leave(listener)
        throw error
      })
      if (!channel || !isAccepted(listener)) return
      channel.listeners.add(listener)
      // What was announced while the listener caught up is published now.
      channel.mayBeBehind = true
      void publish(listener.owner, channel)
    },
    leave,

    *listeners(): Generator<Listener> {
      for (const all of accepted.values()) yield* all
    },
    /** How many listeners an owner has, those that still catch up included. */
    listenersOf: (owner: string): number => accepted.get(owner)?.size ?? 0,
  }
}

export type LiveRules = ReturnType<typeof liveRules>

/** One event of the stream. */
export function text(name: string, data: string, id?: number): string {
  return `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`
}

function changeText(row: EventRow): string {
  return text(liveEvents.change, eventJson(row), row.seq)
}
