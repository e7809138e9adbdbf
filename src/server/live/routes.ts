import { once } from 'node:events'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Logger } from 'pino'
import { api } from '../../contract/calls/api.ts'
import { beatEveryMs, liveEvents } from '../../contract/live.ts'
import { readPosition } from '../../contract/log-position.ts'
import type { Caller } from '../callers/caller.ts'
import { type Mount, otherUser } from '../http/endpoint.ts'
import { eventText } from './event-text.ts'
import { refuseTooMany } from './limits.ts'
import type { Listener, LiveRules } from './live.ts'

interface Dependencies {
  live: LiveRules
  /** Returns the valid credentials of these owners. */
  openCredentials: (owners: string[]) => Promise<Set<string>>
  log: Logger
}

const checkEveryMs = 1_000
/** A client with more unread data than this is disconnected. It reconnects and resumes. */
const maxUnreadBytes = 64 * 1024

export function liveRoutes(app: FastifyInstance, mount: Mount, { live, openCredentials, log }: Dependencies) {
  mount(
    api.live.events,
    async ({ caller, query, request, reply }) => {
      // A browser cannot add headers to a stream.
      if (query.user !== undefined && query.user !== caller.owner) throw otherUser()
      refuseTooMany(live, caller, {
        ofOwner: 'Too many live streams are open. Close some tabs.',
        ofToken: 'This token has too many live streams open. Close some.',
      })
      const after = readPosition(String(request.headers['last-event-id'] || query.after || ''))
      if (request.method === 'HEAD') return reply.send()
      const listener = open(reply, caller)
      reply.raw.once('close', () => live.leave(listener))
      try {
        // Joining counts immediately, and nothing is awaited since the check above.
        await live.join(listener, after)
      } catch (error) {
        // The stream has started, so it can only be cut off. The client reconnects.
        reply.raw.destroy()
        throw error
      }
      return reply
    },
    { isStream: true },
  )

  const beat = setInterval(() => {
    for (const listener of live.listeners()) listener.write(eventText(liveEvents.beat, '{}', listener.position))
    live.publishAll()
  }, beatEveryMs).unref()
  const check = setInterval(() => {
    endInvalid().catch((error) => log.warn({ err: error }, 'The credentials of live streams could not be checked'))
  }, checkEveryMs).unref()

  async function endInvalid() {
    const followers = [...live.listeners(), ...live.watchers()]
    const open = await openCredentials([...new Set(followers.map((follower) => follower.owner))])
    for (const follower of followers) if (!open.has(follower.credential)) follower.end()
  }

  app.addHook('preClose', (done) => {
    clearInterval(beat)
    clearInterval(check)
    for (const listener of live.listeners()) listener.end(eventText(liveEvents.bye, '{}'))
    live.endWatchers()
    done()
  })
}

/** Starts the stream. From now on, we control the connection instead of Fastify. */
function open(reply: FastifyReply, { owner, credential }: Caller): Listener {
  const { raw } = reply
  reply.hijack()
  raw.socket?.setTimeout(0)
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream',
    'x-accel-buffering': 'no',
  })
  // A client that has missed no events receives nothing at first, but must know that it is connected.
  raw.flushHeaders()
  return {
    owner,
    credential,
    position: undefined,
    write(chunk) {
      if (raw.writableEnded || raw.destroyed) return
      if (raw.writableLength > maxUnreadBytes) raw.destroy()
      else raw.write(chunk)
    },
    drained: async () => {
      if (raw.closed || !raw.writableNeedDrain) return
      const either = new AbortController()
      const { signal } = either
      await Promise.race([once(raw, 'drain', { signal }), once(raw, 'close', { signal })]).finally(() => either.abort())
    },
    // A client with unread data would not read the last message either.
    end: (farewell) => (raw.writableLength ? raw.destroy() : raw.end(farewell)),
  }
}
