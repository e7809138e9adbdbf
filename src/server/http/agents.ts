import type { FastifyReply, FastifyRequest } from 'fastify'
import { api } from '../../contract/calls/api.ts'
import { AppError } from '../../contract/errors.ts'
import { tokenOfVia, viaOfAgent } from '../../contract/via.ts'
import type { Caller, Tokens } from '../callers/caller.ts'
import { lanes } from '../work/lanes.ts'
import { bearerOf } from './bearer.ts'
import type { CountCalls } from './call-rate.ts'
import type { Mount } from './endpoint.ts'
import { holdOn } from './response-end.ts'
import { demandSameOrigin } from './security.ts'

/** Answers a message of the Model Context Protocol. Its body was read already. */
export type AnswerAgent = (
  message: Request,
  body: unknown,
  request: FastifyRequest,
  caller: Caller,
  holdOn: () => AbortSignal,
) => Promise<Response>

/** Messages in one request. An old revision of the protocol allows several, and no known client sends them. */
const maxMessages = 20

/**
 * Messages of an owner's agents are answered a few at a time, with rests for others: each is checked, and its tasks are put into words, in the
 * event loop. Those that wait are limited as requests.
 */
const messageTurns = { maxRunning: 2, maxWaiting: Number.POSITIVE_INFINITY, restsAsLong: true, maxRestMs: 500 }

interface Http {
  request: FastifyRequest
  reply: FastifyReply
}

interface Dependencies {
  answer: AnswerAgent
  /** Says where an agent without a token gets one. */
  challengeOf: (request: FastifyRequest) => string
  tokens: Tokens
  countCalls: CountCalls
}

/** The endpoint for agents. Each message is a request of its own and is answered at once, so any node can take the next one. */
export function agentRoutes(mount: Mount, { answer, challengeOf, tokens, countCalls }: Dependencies) {
  const config = { challengeOf }
  const places = lanes(messageTurns)
  const answerAs = (caller: Caller, { request, reply }: Http, body: unknown) =>
    places.run(caller.owner, (leaveEarly) => {
      const hold = () => {
        leaveEarly()
        return holdOn(reply.raw)
      }
      return answer(messageOf(request), body, request, asAgent(caller), hold)
    })

  /** Answers messages one after the other, like requests that a client sends one after the other. */
  async function answerAll(bodies: unknown[], http: Http, caller: Caller): Promise<Response> {
    if (bodies.length > maxMessages) {
      throw new AppError(
        'too_large',
        `A request may contain ${maxMessages} messages. Send the others with another one.`,
      )
    }
    // The request itself was counted as one call.
    countCalls(caller.credential, bodies.length - 1)
    const answers: string[] = []
    for (const body of bodies) {
      // The token may have been revoked meanwhile, and the message before may have changed tasks.
      const current = await tokens.find(bearerOf(http.request) ?? '', http.request.ip)
      const response = await answerAs(current, http, body)
      if (response.body) answers.push(await response.text())
    }
    return answers.length ? Response.json(answers.map((text) => JSON.parse(text))) : new Response(null, { status: 202 })
  }

  mount(
    api.agents.message,
    async ({ caller, request, reply }) => {
      // A page that a browser shows is no agent, even if it has a token. The protocol demands this check against DNS rebinding.
      demandSameOrigin(request)
      const { body } = request
      const isBatch = Array.isArray(body) && body.length > 0
      const http = { request, reply }
      const response = isBatch ? answerAll(body, http, caller) : answerAs(caller, http, body)
      return sendResponse(reply, await response)
    },
    { ...config, takesLargeBody: true },
  )
  for (const call of [api.agents.stream, api.agents.end]) {
    const refuse = ({ reply }: Pick<Http, 'reply'>) => {
      reply.header('allow', 'POST')
      throw new AppError('not_supported', 'Agents send messages with POST. There are no streams and no sessions.')
    }
    mount(call, refuse, config)
  }
}

/** The history says that an agent has used the token. */
const asAgent = (caller: Caller): Caller => ({ ...caller, via: viaOfAgent(tokenOfVia(caller.via) ?? '') })

/** The request as the protocol's library takes it, without its body. */
function messageOf({ method, url, protocol, host, raw, headers }: FastifyRequest): Request {
  const given = new Headers()
  for (const [name, value] of Object.entries(raw.headers)) {
    if (value !== undefined && name !== 'content-length') given.set(name, [value].flat().join(', '))
  }
  // The library asks for both although it gets one response only; clients that accept anything mean the same.
  if (headers.accept === undefined || headers.accept === '*/*')
    given.set('accept', 'application/json, text/event-stream')
  return new Request(`${protocol}://${host}${url}`, { method, headers: given })
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const type = response.headers.get('content-type')
  if (type) reply.type(type)
  return reply.code(response.status).send(response.body ? await response.text() : undefined)
}
