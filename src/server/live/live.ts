import { setTimeout as pause } from 'node:timers/promises'
import { liveEvents } from '../../contract/live.ts'
import { isOtherEpoch, type LogPosition } from '../../contract/log-position.ts'
import type { HistoryRules } from '../history/history.ts'
import { changeText, eventText } from './event-text.ts'
import { noWatchers, type Watcher, type Watchers } from './watchers.ts'

/** The receiver of one live stream. */
export interface Listener {
  owner: string
  /** The caller's credential. The stream ends with it. */
  credential: string
  /** The position of the last event that was sent. Undefined until the log was read. */
  position: LogPosition | undefined
  write(text: string): void
  /** Resolves when the written data has been sent, or the listener has disconnected. */
  drained(): Promise<void>
  /** Ends the stream, with a last message if given. */
  end(farewell?: string): void
}

/** The listeners and watchers of one owner. */
interface Channel {
  listeners: Set<Listener>
  watchers: Watchers
  /** The sequence number of the last event that was sent to all listeners, and its epoch. */
  published: number
  epoch: string
  /** The last known sequence number of the log. */
  known: number
  /** Whether the log may have newer events than `known`. */
  mayBeBehind: boolean
  reading: boolean
}

interface Dependencies {
  history: Pick<HistoryRules, 'position' | 'after'>
  /** Called if the log cannot be read. It is read again with the next beat. */
  onTrouble: (error: unknown) => void
}

const rowsAtOnce = 50
/** A replay waits for its reader after this many events, because the whole replay may exceed the send buffer. */
const replayAtOnce = 20
/** A listener that has missed more events than this is asked to reload. */
const maxReplayedEvents = 1_000
/** The other listeners of an owner wait this long for one that does not read. */
const maxDrainMs = 1_000
/** A node with PostgreSQL receives its own notifications as well, a moment after the change. */
const settingsDelayMs = 50

/** Publishes the events of an owner's log to the owner's listeners, from their last position, each event once and in order. */
export function liveRules({ history, onTrouble }: Dependencies) {
  const channels = new Map<string, Channel>()
  /** All listeners by owner. Those that are still catching up are not in a channel yet. */
  const accepted = new Map<string, Set<Listener>>()

  let isClosing = false

  /** Reads new events once for all listeners of an owner. */
  async function publish(owner: string, channel: Channel) {
    if (channel.reading) return
    channel.reading = true
    try {
      while ((channel.mayBeBehind || channel.known > channel.published) && isFollowed(channel)) {
        const { known } = channel
        const isAnnounced = known > channel.published
        channel.mayBeBehind = false
        const rows = isAnnounced ? await history.after(owner, channel.published, rowsAtOnce) : []
        const last = rows.at(-1)
        if (last?.epoch !== channel.epoch) {
          await look(owner, channel)
          // There are no such events. Those that were announced during this read are read next.
          if (isAnnounced && channel.known === known) channel.known = channel.published
          continue
        }
        channel.published = last.seq
        channel.mayBeBehind ||= rows.length === rowsAtOnce
        channel.watchers.wakeAfter(rows)
        const texts = channel.listeners.size ? rows.map(changeText) : []
        const all = texts.join('')
        for (const listener of channel.listeners) {
          const { seq } = listener.position ?? { seq: 0 }
          const fresh = rows.findIndex((row) => row.seq > seq)
          if (fresh < 0) continue
          listener.position = { seq: last.seq, epoch: last.epoch }
          listener.write(fresh === 0 ? all : texts.slice(fresh).join(''))
        }
        // The rest of a large change would exceed the send buffers. A listener that does not read in time is disconnected.
        if (rows.length === rowsAtOnce) await drained(channel.listeners)
      }
    } catch (error) {
      onTrouble(error)
    } finally {
      channel.reading = false
    }
  }

  /**
   * Reads how far the log is. If it is not the one that was published so far, or has become shorter, the listeners are asked to reload, and
   * follow it from here.
   */
  async function look(owner: string, channel: Channel) {
    const now = await history.position(owner)
    channel.known = Math.max(channel.known, now.seq)
    if (now.epoch === channel.epoch && now.seq >= channel.published) return
    Object.assign(channel, { epoch: now.epoch, published: now.seq, known: now.seq })
    for (const listener of channel.listeners) begin(listener, now, liveEvents.reload)
    channel.watchers.wakeAll()
  }

  /** Reads the log of every listener, because notifications may have been missed. A watcher reads its subject again with its next call. */
  function publishAll() {
    for (const [owner, channel] of channels) if (channel.listeners.size) publishNewer(owner, channel)
  }

  function publishNewer(owner: string, channel: Channel) {
    channel.mayBeBehind = true
    void publish(owner, channel)
  }

  function channelOf(owner: string, { seq, epoch }: { seq: number; epoch: string }): Channel {
    const channel = channels.get(owner) ?? {
      listeners: new Set(),
      watchers: noWatchers(),
      published: seq,
      epoch,
      known: seq,
      mayBeBehind: false,
      reading: false,
    }
    channels.set(owner, channel)
    return channel
  }

  async function catchUp(listener: Listener, after: LogPosition | undefined): Promise<Channel | undefined> {
    const { owner } = listener
    const now = await history.position(owner)
    const { epoch } = now
    const isKnown = after !== undefined && !isOtherEpoch(after.epoch, epoch) && isWithinReach(after.seq, now.seq)
    let seq = isKnown ? after.seq : now.seq
    begin(listener, { seq, epoch }, isKnown ? liveEvents.beat : liveEvents.reload)
    while (isAccepted(listener)) {
      const channel = channelOf(owner, { seq, epoch })
      const rows = await history.after(owner, seq, replayAtOnce)
      // The database was replaced meanwhile.
      if (channel.epoch !== epoch) await look(owner, channel)
      if (channel.epoch !== epoch || rows.some((row) => row.epoch !== epoch)) return catchUp(listener, undefined)
      if (rows.length) listener.write(rows.map(changeText).join(''))
      seq = rows.at(-1)?.seq ?? seq
      listener.position = { seq, epoch }
      if (rows.length === replayAtOnce) {
        await listener.drained()
        continue
      }
      // The channel takes over without a gap, because nothing is awaited in between.
      if (seq >= channel.published && channels.get(owner) === channel) return channel
    }
    return undefined
  }

  const isAccepted = (listener: Listener) => accepted.get(listener.owner)?.has(listener) === true

  function leave(listener: Listener) {
    const { owner } = listener
    const all = accepted.get(owner)
    all?.delete(listener)
    channels.get(owner)?.listeners.delete(listener)
    if (!all?.size) accepted.delete(owner)
    closeUnused(owner)
  }

  /** Removes the channel of an owner whom nobody follows any more, not even a listener that is still catching up. */
  function closeUnused(owner: string) {
    if (!accepted.has(owner) && channels.get(owner)?.watchers.isEmpty() !== false) channels.delete(owner)
  }

  const watchersOf = (owner: string): Watcher[] => channels.get(owner)?.watchers.all() ?? []

  const settingsAnnounced = new Set<string>()

  /** Tells the listeners of an owner, after a moment, that data other than tasks has changed. Announcements until then count as one. */
  function announceSettings(owner: string) {
    if (settingsAnnounced.has(owner) || !accepted.has(owner)) return
    settingsAnnounced.add(owner)
    setTimeout(() => {
      settingsAnnounced.delete(owner)
      for (const listener of accepted.get(owner) ?? []) listener.write(eventText(liveEvents.settings, '{}'))
    }, settingsDelayMs).unref()
  }

  return {
    announceSettings,
    /** Publishes everything that other nodes may have announced in vain. */
    publishMissed() {
      for (const [owner, channel] of channels) publishNewer(owner, channel)
      for (const owner of accepted.keys()) announceSettings(owner)
    },
    /** Publishes the events of an owner's log up to `seq`. */
    announce(owner: string, seq: number) {
      const channel = channels.get(owner)
      if (!channel || seq <= channel.published) return
      channel.known = Math.max(channel.known, seq)
      void publish(owner, channel)
    },
    publishAll,

    /** Sends a listener all events after a position, or asks it to reload, and then sends new events as they happen. */
    async join(listener: Listener, after: LogPosition | undefined): Promise<void> {
      const all = accepted.get(listener.owner) ?? new Set()
      accepted.set(listener.owner, all.add(listener))
      const channel = await catchUp(listener, after).catch((error) => {
        leave(listener)
        throw error
      })
      if (!channel || !isAccepted(listener)) return
      channel.listeners.add(listener)
      // Publishes the events that were announced while the listener was catching up.
      channel.mayBeBehind = true
      void publish(listener.owner, channel)
    },
    leave,

    /**
     * Wakes a watcher after each event of a subject, on whichever node it was recorded, from a known position of the log on. Returns the
     * function that ends it.
     */
    watch(position: LogPosition & { epoch: string }, subject: string, watcher: Watcher): () => void {
      const channel = channelOf(watcher.owner, position)
      channel.watchers.add(subject, watcher)
      if (isClosing) watcher.end()
      return () => {
        channel.watchers.remove(subject, watcher)
        closeUnused(watcher.owner)
      }
    },
    /** Ends all watchers, and those that come later, because the server closes. */
    endWatchers() {
      isClosing = true
      for (const owner of channels.keys()) for (const watcher of watchersOf(owner)) watcher.end()
    },

    *watchers(): Generator<Watcher> {
      for (const owner of channels.keys()) yield* watchersOf(owner)
    },
    *listeners(): Generator<Listener> {
      for (const all of accepted.values()) yield* all
    },
    /** The number of all listeners. */
    get size(): number {
      return accepted.values().reduce((sum, all) => sum + all.size, 0)
    },
    /** The number of an owner's listeners and watchers, including listeners that are still catching up. */
    followersOf: (owner: string): number => (accepted.get(owner)?.size ?? 0) + watchersOf(owner).length,
    /** The number of those with a credential. */
    followersWith: ({ owner, credential }: Pick<Listener, 'owner' | 'credential'>): number =>
      [...(accepted.get(owner) ?? []), ...watchersOf(owner)].filter((one) => one.credential === credential).length,
  }
}

/** Resolves when these listeners have received everything so far, or after `maxDrainMs`. */
async function drained(listeners: Iterable<Listener>): Promise<void> {
  const end = new AbortController()
  const patience = pause(maxDrainMs, undefined, { signal: end.signal, ref: false }).catch(() => {})
  await Promise.race([Promise.all([...listeners].map((listener) => listener.drained())), patience])
  end.abort()
}

export type LiveRules = ReturnType<typeof liveRules>

const isFollowed = ({ listeners, watchers }: Channel) => listeners.size > 0 || !watchers.isEmpty()

const isWithinReach = (after: number, now: number) => after <= now && now - after <= maxReplayedEvents

/** Tells a listener where its stream begins, so that it notices another epoch. */
function begin(listener: Listener, position: LogPosition, name: string) {
  listener.position = position
  listener.write(eventText(name, '{}', position))
}
