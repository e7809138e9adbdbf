import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CachedAnswer, type Coding, JsonAnswer, Unchanged } from '../answers/json-answer.ts'
import type { LongAnswer } from '../answers/long-answers.ts'
import type { MaybePromise } from '../work/maybe-promise.ts'
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

  /** Sends an answer whose compressed form is not cached. */
  function sendWhole(
    whole: string | LongAnswer,
    { content, tag }: JsonAnswer,
    { coding, refusesIdentity }: Accepted,
    request: FastifyRequest,
    reply: FastifyReply,
  ): MaybePromise<unknown> {
    const isSmall = !(whole instanceof Readable) && whole.length < (refusesIdentity ? 0 : minCompressedBytes)
    if (!isSmall) varying(reply)
    if (isSmall || !coding) return withHeaders(reply, whole, tag)
    const bytes = typeof whole === 'string' ? Buffer.from(whole) : whole
    return compress(request.caller?.owner ?? request.ip, coding, bytes).then((compressed) => {
      if (isCached(content) && Buffer.isBuffer(compressed)) content.keepCompressed(coding, compressed)
      return withHeaders(reply, compressed, tag, coding)
    })
  }

  // Without closures, because this runs for every request.
  return function send(result: unknown, request: FastifyRequest, reply: FastifyReply): MaybePromise<unknown> {
    if (result instanceof Unchanged) return varying(reply).code(304).header('etag', result.tag).send()
    // The handler has sent the response itself.
    if (result === undefined || result === reply) return result
    const answer = result instanceof JsonAnswer ? result : new JsonAnswer(reply.serialize(result) as string)
    const { content, tag } = answer
    const how = accepted(request)
    if (!isCached(content)) return sendWhole(content, answer, how, request, reply)
    const found = how.coding && content.findCompressed(how.coding)
    if (found) return withHeaders(varying(reply), found, tag, how.coding)
    const whole = content.readWhole()
    return whole instanceof Promise
      ? whole.then((read) => sendWhole(read, answer, how, request, reply))
      : sendWhole(whole, answer, how, request, reply)
  }
}

/** Only when the bytes are known: a failure has other headers. */
function withHeaders(reply: FastifyReply, bytes: string | LongAnswer, tag?: string, coding?: Coding) {
  if (tag) reply.header('etag', tag)
  if (coding) reply.header('content-encoding', coding)
  reply.type('application/json; charset=utf-8')
  return bytes
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
