import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CachedAnswer, type Coding, JsonAnswer, Unchanged } from '../answers/json-answer.ts'
import type { LongAnswer } from '../answers/long-answers.ts'
import { andThen, type MaybePromise } from '../work/maybe-promise.ts'
import { type Accepted, acceptedCoding } from './accept-encoding.ts'
import { compressor } from './compression.ts'
import { isSameOrigin } from './security.ts'

/** A smaller response arrives in the first packets anyway. */
const minCompressedBytes = 4_096

const identityOnly: Accepted = { coding: undefined, refusesIdentity: false }

/** Sends the results of handlers, compressed if they are large and the client accepts it. */
export function resultSender() {
  const compress = compressor()
  const accepted = acceptance()

  return function send(result: unknown, request: FastifyRequest, reply: FastifyReply): MaybePromise<unknown> {
    if (result instanceof Unchanged) return varying(reply).code(304).header('etag', result.tag).send()
    // The handler has sent the response itself.
    if (result === undefined || result === reply) return result
    const { content, tag } = result instanceof JsonAnswer ? result : new JsonAnswer(reply.serialize(result) as string)
    const { coding, refusesIdentity } = accepted(request)
    const minBytes = refusesIdentity ? 0 : minCompressedBytes

    function withHeaders(bytes: string | LongAnswer, used?: Coding) {
      if (tag) reply.header('etag', tag)
      if (used) reply.header('content-encoding', used)
      reply.type('application/json; charset=utf-8')
      return bytes
    }

    function sendWhole(whole: string | LongAnswer, keep?: CachedAnswer['keepCompressed']) {
      if (!(whole instanceof Readable) && whole.length < minBytes) return withHeaders(whole)
      varying(reply)
      if (!coding) return withHeaders(whole)
      const bytes = typeof whole === 'string' ? Buffer.from(whole) : whole
      return compress(request.caller?.owner ?? request.ip, coding, bytes).then((compressed) => {
        if (Buffer.isBuffer(compressed)) keep?.(coding, compressed)
        return withHeaders(compressed, coding)
      })
    }

    if (!isCached(content)) return sendWhole(content)
    const found = coding && content.findCompressed(coding)
    if (found) {
      varying(reply)
      return withHeaders(found, coding)
    }
    return andThen(content.readWhole(), (whole) => sendWhole(whole, content.keepCompressed))
  }
}

const isCached = (content: JsonAnswer['content']): content is CachedAnswer =>
  typeof content === 'object' && 'findCompressed' in content

/** For responses whose coding depends on the request. */
const varying = (reply: FastifyReply) => reply.header('vary', 'accept-encoding')

/**
 * The coding that a request accepts. Requests from other sites get uncompressed responses, because an attacker who makes a browser send
 * requests and sees the length of the responses could guess their content (BREACH).
 */
function acceptance() {
  // Nearly all requests have the same header.
  let last = { header: '', accepted: identityOnly }
  return (request: FastifyRequest): Accepted => {
    const header = request.headers['accept-encoding']
    if (typeof header !== 'string' || !isSameOrigin(request)) return identityOnly
    if (last.header !== header) last = { header, accepted: acceptedCoding(header) }
    return last.accepted
  }
}
