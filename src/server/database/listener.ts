import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { NodeListener } from './database.ts'
import { renewEpochIfKnown } from './postgres-epoch.ts'
import type { PostgresServers } from './postgres-servers.ts'

export const channel = 'taskdeck'
/** A channel of its own, because older nodes expect a sequence number in every notification. */
export const settingsChannel = 'taskdeck_settings'

const maxPauseMs = 2_000
const maxConnectMs = 5_000
const maxFarewellMs = 1_000
const beatMs = 1_000
const maxSilenceMs = 3_000
/** After so many questions to the server, this node asks the others whether one of them has been promoted. */
const beatsPerLook = 10
/** How often a server that accepts writes is looked for while there is none. */
const searchMs = 500

/**
 * Listens for notifications on a separate PostgreSQL connection. Reconnects for as long as it takes if the connection breaks, and then
 * calls `onMissed`. Asks the server every second whether it still accepts writes, because a server whose machine has stopped closes
 * no connection. If it does not answer, its connections are given up, and another server is searched.
 */
export function listenOn(
  servers: PostgresServers,
  { onNotified, onSettings, onMissed }: NodeListener,
): () => Promise<void> {
  const stopped = new AbortController()
  const ended = listen()

  async function listen() {
    for (let wait = 250; !stopped.signal.aborted; wait = Math.min(wait * 2, maxPauseMs)) {
      const isFound = await servers.find().then(
        () => true,
        () => false,
      )
      if (!isFound) {
        await pause(searchMs, undefined, { signal: stopped.signal }).catch(() => {})
        continue
      }
      const server = servers.current
      const client = new pg.Client({
        connectionString: server,
        connectionTimeoutMillis: maxConnectMs,
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
        await renewEpochIfKnown(client)
        onMissed()
        const isSilent = await Promise.race([broken.then(() => false), becomesUseless(client, servers)])
        if (isSilent) servers.lost(server)
      } catch {
        // Unreachable: the loop tries again.
      }
      servers.doubt(server)
      // The end of a connection waits for its server, which may be gone.
      await Promise.race([client.end().catch(() => {}), pause(maxFarewellMs, undefined, { ref: false })])
      client.connection.stream.destroy()
      await pause(wait, undefined, { signal: stopped.signal }).catch(() => {})
    }
  }

  return () => {
    stopped.abort()
    return ended
  }
}

/** Resolves with true when a server does not answer in time or refuses writes, and with false when the connection breaks. */
async function becomesUseless(client: pg.Client, servers: PostgresServers): Promise<boolean> {
  for (let beat = 1; ; beat++) {
    await pause(beatMs, undefined, { ref: false })
    if (beat % beatsPerLook === 0) void servers.lookForNewer()
    const isReadOnly = refusesWrites(client).catch(() => undefined)
    const result = await Promise.race([isReadOnly, silence()])
    if (result !== false) return result ?? false
  }
}

/** A standby that was promoted keeps its connections, so its epoch is renewed here as well. */
async function refusesWrites(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  if (rows[0]?.transaction_read_only === 'on') return true
  await renewEpochIfKnown(client)
  return false
}

/** Resolves with true after the time within which a server must answer. If this process was busy, the answer may be there, not yet read. */
async function silence(): Promise<true> {
  await pause(maxSilenceMs, undefined, { ref: false })
  await pause(beatMs / 4, undefined, { ref: false })
  return true
}
