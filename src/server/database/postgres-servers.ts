import { setTimeout as pause } from 'node:timers/promises'
import { type Found, look } from './postgres-look.ts'
import { hostsIn, serverUrls } from './postgres-url.ts'

/** The error code of PostgreSQL for a write to a server that accepts none. */
export const readOnlyCode = '25006'

/** How long a search waits for the other servers after one that accepts writes has answered. */
const graceMs = 1_000
/** How long reads wait for a server that accepts writes after one that does not has answered. */
const readGraceMs = 300

/** The servers of a DATABASE_URL: the one that accepts writes, and while there is none, the standby with the newest data. */
export function postgresServers(url: string) {
  const urls = serverUrls(url)
  const isOne = urls.length === 1
  const losses = new Set<(lost: string) => void>()
  const readerLosses = new Set<(lost: string) => void>()
  let current = urls[0] ?? ''
  let isKnown = isOne
  let goneSince: number | undefined
  let newestTimeline = 0
  let searching: Promise<void> | undefined
  /** The standby to read from, and the one that was read from last. Chosen anew in each outage. */
  let reader: string | undefined
  let lastReader = current
  let readerFound = Promise.withResolvers<void>()

  async function search() {
    const found: Found[] = []
    const problems: Error[] = []
    const isWritable = ({ isReadOnly, timeline }: Found) => !isReadOnly && timeline >= newestTimeline
    const writable = Promise.withResolvers<void>()
    const readable = Promise.withResolvers<void>()
    const looks = urls.map(async (each) => {
      try {
        const server = await look(each)
        found.push(server)
        if (isWritable(server)) writable.resolve()
        if (server.isReadOnly) readable.resolve()
      } catch (error) {
        problems.push(error as Error)
      }
    })
    const answers = Promise.all(looks)
    let isOver = false
    void Promise.race([answers, readable.promise.then(() => pause(readGraceMs))]).then(() => {
      if (!isOver && !found.some(isWritable)) readFromNewest(found)
    })
    await Promise.race([answers, writable.promise.then(() => pause(graceMs))])
    isOver = true
    const best = found.filter(isWritable).sort((a, b) => b.timeline - a.timeline)[0]
    if (!best) {
      readFromNewest(found)
      throw problems.find(isRefusal) ?? noneAcceptsWrites(url, problems, reader !== undefined)
    }
    newestTimeline = best.timeline
    if (best.url !== current) loseConnectionsTo(current)
    current = best.url
    isKnown = true
    goneSince = undefined
  }

  /** Reads from the standby that has replayed most changes; of equal ones, from the same as before. */
  function readFromNewest(found: Found[]) {
    const best = found
      .filter(({ isReadOnly }) => isReadOnly)
      .sort((a, b) => b.position - a.position || Number(b.url === lastReader) - Number(a.url === lastReader))[0]
    reader = best?.url
    if (!reader) return
    if (reader !== lastReader) for (const listener of readerLosses) listener(lastReader)
    lastReader = reader
    readerFound.resolve()
    readerFound = Promise.withResolvers()
  }

  function loseConnectionsTo(server: string) {
    for (const listener of losses) listener(server)
  }

  function forget() {
    isKnown = isOne
    reader = undefined
    goneSince ??= performance.now()
  }

  /** Concurrent calls share one search. */
  function searchOnce(): Promise<void> {
    searching ??= search().finally(() => {
      searching = undefined
    })
    return searching
  }

  return {
    isOne,
    acceptsReadOnly: false,
    /** The server to connect to. Call `find` first. */
    get current() {
      return current
    },
    /** How long no server that accepts writes has been known. */
    goneMs: () => (isKnown || goneSince === undefined ? 0 : performance.now() - goneSince),
    /** Looks for the server that accepts writes, if it is not known. Rejects if there is none. */
    find: async (): Promise<void> => (isKnown ? undefined : searchOnce()),
    /**
     * Returns whether reads should go to the server that accepts writes, and looks for it if it is not known. While there is none, `readers`
     * leads to a standby. Rejects if no server can be read.
     */
    async findForReads(): Promise<'primary' | 'standby'> {
      if (isKnown) return 'primary'
      if (!reader) {
        const found = readerFound.promise
        const ended = searchOnce().catch((error) => {
          if (!reader) throw error
        })
        await Promise.race([ended, found])
      }
      return isKnown ? 'primary' : 'standby'
    },
    /** Looks for a server with a newer timeline: one that was cut off may not know that another one was promoted in its place. */
    async lookForNewer(): Promise<void> {
      if (!isOne) await searchOnce().catch(() => {})
    },
    /** Lets the next `find` search again, because a connection to a server has failed. Its other connections may be good. */
    doubt(server: string) {
      if (server === current && isKnown && !isOne) forget()
    },
    /** Closes all connections to a server that does not answer or refuses writes, if there are others. */
    lost(server: string) {
      if (isOne || server !== current || !isKnown) return
      forget()
      loseConnectionsTo(server)
    },
    /** Calls a listener when all connections to a server must be closed. */
    onLost(listener: (lost: string) => void) {
      losses.add(listener)
    },
    /** The standby that is read while no server accepts writes. Call `findForReads` first. */
    readers: {
      isOne: false,
      acceptsReadOnly: true,
      get current() {
        return reader ?? lastReader
      },
      goneMs: () => 0,
      find: async () => {},
      doubt(server: string) {
        if (server === reader) reader = undefined
      },
      lost() {},
      onLost(listener: (lost: string) => void) {
        readerLosses.add(listener)
      },
    } satisfies ConnectsTo,
  }
}

/** The servers that a pool connects to. */
export interface ConnectsTo {
  readonly isOne: boolean
  /** Whether a server that refuses writes may be used. */
  readonly acceptsReadOnly: boolean
  readonly current: string
  goneMs(): number
  find(): Promise<void>
  doubt(server: string): void
  lost(server: string): void
  onLost(listener: (lost: string) => void): void
}

export type PostgresServers = ReturnType<typeof postgresServers>

/** The password or the name is wrong: that must not look like an outage. */
const isRefusal = (error: Error) => /^(28...|3D000|42501)$/.test((error as { code?: string }).code ?? '')

function noneAcceptsWrites(url: string, problems: Error[], isReadable: boolean) {
  const reasons = problems.map(({ message }) => message).filter(Boolean)
  const message = `none of ${hostsIn(url)} accepts writes${reasons.length ? ` (${reasons.join('; ')})` : ''}`
  return Object.assign(new Error(message), { code: readOnlyCode, isReadable })
}
