import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import { addressKey } from '../callers/address-key.ts'
import type { Caller, Tokens } from '../callers/caller.ts'
import { andThen, type MaybePromise } from '../work/maybe-promise.ts'
import { bearerOf } from './bearer.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Programs that know no tokens sign in here with an email and a token as the password. The session cookie does not count. */
    takesBasic?: boolean
  }
}

type Identify = (request: FastifyRequest, reply: FastifyReply) => MaybePromise<Caller>

interface Dependencies {
  tokens: Tokens
  /** Whether an email is that of a user. */
  isEmailOf: (owner: string, email: string) => MaybePromise<boolean>
  /** Counts attempts in the database, so that all nodes count together. */
  attempts: { take(limits: { key: string; max: number; windowMs: number }[]): Promise<void> }
}

const scheme = /^basic +([\w+/=-]{1,1000})$/i

/** The name and the password of the Authorization header (RFC 7617). */
function basicOf({ headers: { authorization } }: FastifyRequest): { name: string; password: string } | undefined {
  const [, encoded] = scheme.exec(authorization?.trim() ?? '') ?? []
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  return colon < 0 ? undefined : { name: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** The addresses of this machine, to which nothing of a request travels over a network. */
const isLocal = ({ ip, host }: FastifyRequest) =>
  /^(127\.|::1$|::ffff:127\.)/.test(ip) && /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i.test(host)

/** Identifies callers of the routes that take Basic by their email and token, and all others otherwise. */
export function basicOr({ tokens, isEmailOf, attempts }: Dependencies, otherwise: Identify): Identify {
  /** Only refused sign-ins count, so an app with an old token does not lock out its neighbours. */
  async function refuse(error: unknown, { ip }: FastifyRequest): Promise<never> {
    const limit = { key: `basic ${addressKey(ip)}`, max: 100, windowMs: 15 * 60_000 }
    if (error instanceof AppError && error.code === 'not_signed_in') await attempts.take([limit])
    throw error
  }

  return (request, reply) => {
    if (!request.routeOptions.config.takesBasic) return otherwise(request, reply)
    const bearer = bearerOf(request)
    if (bearer !== undefined) return tokens.find(bearer, request.ip)
    const given = basicOf(request)
    if (!given) throw refused('Please sign in first.')
    if (request.protocol !== 'https' && !isLocal(request)) throw notEncrypted()
    try {
      const found = andThen(tokens.find(given.password, request.ip), (caller) =>
        andThen(isEmailOf(caller.owner, given.name), (isOwn) => {
          if (!isOwn) throw refused('The name must be the email of the account that the token belongs to.')
          return caller
        }),
      )
      return found instanceof Promise ? found.catch((error: unknown) => refuse(error, request)) : found
    } catch (error) {
      return refuse(error, request)
    }
  }
}

/** The value of WWW-Authenticate for these routes. */
export const basicChallenge = 'Basic realm="Taskdeck", charset="UTF-8"'

const refused = (message: string) => new AppError('not_signed_in', message)

const notEncrypted = () =>
  new AppError(
    'forbidden',
    'A token is a password, so it is only accepted over https, or on the machine of the server itself. Use an address that begins with https.',
  )
