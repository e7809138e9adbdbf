import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { NodeListener } from './database.ts'

export const channel = 'taskdeck'

const maxPauseMs = 5_000

/**
 * Listens on a PostgreSQL connection of its own. A connection that breaks is made anew, for as long as it takes, and what was told
 * meanwhile counts as missed.
 */
export function listenOn(url: string, { onNotified, onMissed }: NodeListener): () => Promise<void> {
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
        // There may be more than one, and one that nobody hears would end the process.
        client.on('error', () => resolve())
        client.once('end', () => resolve())
        stopped.signal.addEventListener('abort', () => resolve(), { once: true })
      })
      client.on('notification', ({ payload = '' }) => {
        const [owner = '', seq] = payload.split(' ')
        onNotified(owner, Number(seq))
      })
      try {
        await client.connect()
        await client.query(`listen ${channel}`)
        wait = 250
        onMissed()
        await broken
      } catch {
        // Out of reach: tried again below.
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
