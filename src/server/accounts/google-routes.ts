import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { type GoogleProblem, type GooglePurpose, googlePurposes } from '../../contract/accounts.ts'
import { api } from '../../contract/calls/api.ts'
import { AppError, type ErrorCode } from '../../contract/errors.ts'
import { addressKey } from '../callers/address-key.ts'
import { cookieJar } from '../http/cookies.ts'
import type { DeviceCookie } from '../http/device-cookie.ts'
import type { Mount } from '../http/endpoint.ts'
import { crossSite, isNavigation, isSameOrigin } from '../http/security.ts'
import type { SessionCookie } from '../http/session.ts'
import type { SecurityEvents } from '../security-events/security-events.ts'
import type { Config } from '../settings/config.ts'
import type { AttemptLimits, Limit } from './attempts.ts'
import { type Flow, type GoogleClient, GoogleFailure } from './google.ts'
import type { GoogleAccounts } from './google-accounts.ts'

interface Dependencies {
  log: Logger
  events: SecurityEvents
  config: Pick<Config, 'publicUrl' | 'basePath'>
  attempts: AttemptLimits
  google: GoogleClient
  accounts: GoogleAccounts
  session: SessionCookie
  device: DeviceCookie
}

const flowSeconds = 10 * 60

/** Limits the unfinished sign-ins of one address, because each costs a request to Google. */
const limitOf = (step: 'begin' | 'end', ip: string): Limit => ({
  key: `google ${step} ${addressKey(ip)}`,
  max: 60,
  windowMs: 3_600_000,
})

const ends: Record<GooglePurpose, string> = {
  'sign-in': '/dashboard',
  link: '/profile',
  prove: '/settings',
  'prove-for-profile': '/profile',
}

const pageAfterFailure = (purpose: GooglePurpose) => (purpose === 'sign-in' ? '/auth' : ends[purpose])

/** The two steps of a Google sign-in. Both end in a redirect to one of our pages. The target is never taken from the request. */
export function googleRoutes(mount: Mount, dependencies: Dependencies) {
  const { log, events, config, attempts, google, accounts, session, device } = dependencies
  const cookie = cookieJar('taskdeck_google', config.publicUrl)
  const page = (path: string) => `${config.basePath}#${path}`

  mount(api.accounts.google, async ({ query, request, reply }) => {
    const purpose = query.purpose ?? 'sign-in'
    // Requests that another site embeds or opens must neither count as attempts nor start a flow.
    if (!isNavigation(request)) throw crossSite()
    if (!isSameOrigin(request)) return reply.redirect(page(pageAfterFailure(purpose)), 302)
    return guarded(request, reply, purpose, async () => {
      await attempts.take([limitOf('begin', request.ip)])
      const { url, flow } = await google.begin(purpose, query.invite)
      cookie.set(reply, Buffer.from(JSON.stringify(flow)).toString('base64url'), flowSeconds)
      return url
    })
  })

  mount(api.accounts.googleCallback, async ({ request, reply }) => {
    if (!isNavigation(request)) throw crossSite()
    const flow = readFlow(cookie.read(request))
    cookie.clear(reply)
    return guarded(request, reply, flow?.purpose ?? 'sign-in', async () => {
      if (!flow) throw new GoogleFailure('failed')
      await attempts.take([limitOf('end', request.ip)])
      let end = ends[flow.purpose]
      const identity = await google.finish(request.url.split('?')[1] ?? '', flow)
      if (flow.purpose === 'sign-in') {
        const { userId, entry, event, start } = await accounts.signIn(identity, session.clientOf(request), flow.invite)
        if (await session.enter(request, reply, entry)) {
          const isNewAccount = event === 'signed up with Google'
          await events.record(event, request, userId, await device.signedIn(request, reply, userId, isNewAccount))
          end = start === 'today' ? '/today' : end
        } else {
          await events.record('second factor asked', request, userId)
          end = '/auth?step=code'
        }
      } else {
        const caller = await session.find(request)
        if (!caller) throw new GoogleFailure('failed')
        if (flow.purpose === 'link') {
          await accounts.link(caller, identity)
          await events.record('Google linked', request, caller.owner)
        } else {
          await accounts.prove(caller, identity)
        }
      }
      await attempts.giveBack([limitOf('begin', request.ip), limitOf('end', request.ip)])
      return page(end)
    })
  })

  /** Redirects to the page that the work returns, or back with a problem, for which that screen has a message. */
  async function guarded(
    request: FastifyRequest,
    reply: FastifyReply,
    purpose: GooglePurpose,
    work: () => Promise<string>,
  ) {
    try {
      return reply.redirect(await work(), 302)
    } catch (thrown) {
      const error = failureOf(thrown)
      if (!error) throw thrown
      const caller = await session.find(request)
      await events.record(`Google sign-in: ${error.problem}`, request, caller?.owner)
      if (error.problem === 'failed') log.warn({ err: error.cause ?? error }, 'Google sign-in failed')
      return reply.redirect(page(`${pageAfterFailure(purpose)}?google=${error.problem}`), 302)
    }
  }
}

const problems: Partial<Record<ErrorCode, GoogleProblem>> = {
  too_many_requests: 'too_many',
  forbidden: 'not_proved',
  account_disabled: 'disabled',
  not_signed_in: 'failed',
}

function failureOf(error: unknown): GoogleFailure | undefined {
  if (error instanceof GoogleFailure) return error
  const problem = error instanceof AppError ? problems[error.code] : undefined
  return problem && new GoogleFailure(problem, error)
}

function readFlow(value: string | undefined): Flow | undefined {
  try {
    const { purpose, invite, state, nonce, verifier } = JSON.parse(Buffer.from(value ?? '', 'base64url').toString())
    const whole = [state, nonce, verifier].every((value) => typeof value === 'string' && value.length > 20)
    const known = whole && googlePurposes.includes(purpose) && ['string', 'undefined'].includes(typeof invite)
    return known ? { purpose, invite, state, nonce, verifier } : undefined
  } catch {
    return undefined
  }
}
