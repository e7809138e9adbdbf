import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { NodeListener } from './database.ts'

export const channel = 'taskdeck'
/** A channel of its own, because older nodes expect a sequence number in every notification. */
export const settingsChannel = 'taskdeck_settings'

const maxPauseMs = 5_000

/**
 * Listens for notifications on a separate PostgreSQL connection. Reconnects for as long as it takes if the connection breaks, and then
 * calls `onMissed`.
 */
export function listenOn(url: string, { onNotified, onSettings, onMissed }: NodeListener): () => Promise<void> {
  const stopped = new AbortController()
  const ended = listen()

  async function listen() {
    for (let wait = 250; !stopped.signal.aborted; wait = Math.min(wait * 2, maxPauseMs)) {
      const client = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: maxPauseMs,
        keepAlive: true,
        application_name: 'taskdeck listener',
      })
      const broken = new Promise<void>((resolve) => {
        // A connection may emit several errors, and one without a listener would end the process.
        client.on('error', () => resolve())
        client.once('end', () => resolve())
        stopped.signal.addEventListener('abort', () => resolve(), { once: true })
      })
      client.on('notification', ({ channel: on, payload = '' }) => {
        if (on === settingsChannel) return onSettings(payload)
        const [owner = '', seq] = payload.split(' ')
        onNotified(owner, Number(seq))
      })
      try {
        await client.connect()
        await client.query(`listen ${channel}; listen ${settingsChannel}`)
        wait = 250
        onMissed()
        await broken
      } catch {
        // Unreachable: the loop tries again.
      }
      await client.end().catch(() => {})
      await pause(wait, undefined, { signal: stopped.signal }).catch(() => {})
    }
  }

  return () => {
    stopped.abort()
    return ended
  }
}
