import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { api } from '../../contract/calls/api.ts'
import { AppError, type ErrorCode } from '../../contract/errors.ts'
import {
  type ProviderId,
  type ProviderProblem,
  type ProviderPurpose,
  providerIds,
  providerPurposes,
} from '../../contract/providers.ts'
import { addressKey } from '../callers/address-key.ts'
import type { SessionCaller } from '../callers/caller.ts'
import { cookieJar } from '../http/cookies.ts'
import type { DeviceCookie } from '../http/device-cookie.ts'
import type { Mount } from '../http/endpoint.ts'
import { acceptOAuthForms } from '../http/oauth-forms.ts'
import { crossSite, isNavigation, isSameOrigin } from '../http/security.ts'
import { clientOf, type SessionCookie } from '../http/session.ts'
import type { SecurityEvents } from '../security-events/security-events.ts'
import type { Config } from '../settings/config.ts'
import type { AttemptLimits, Limit } from './attempts.ts'
import type { Notices } from './notices.ts'
import type { ProviderAccounts } from './provider-accounts.ts'
import type { Flow } from './provider-client.ts'
import { aboutProvider, eventKind } from './provider-events.ts'
import { ProviderFailure } from './provider-failure.ts'
import type { SessionRules } from './sessions.ts'
import type { SignInProviders } from './sign-in-providers.ts'

interface Dependencies {
  log: Logger
  events: SecurityEvents
  notices: Pick<Notices, 'tell'>
  config: Pick<Config, 'publicUrl' | 'basePath'>
  attempts: AttemptLimits
  providers: SignInProviders
  providerAccounts: ProviderAccounts
  sessions: Pick<SessionRules, 'endOfProvider'>
  session: SessionCookie
  device: DeviceCookie
}

type Query = { purpose?: ProviderPurpose; invite?: string }

const flowSeconds = 10 * 60

/** Limits the unfinished sign-ins of one address, because each costs a request to the provider. */
const limitOf = (id: ProviderId, step: 'begin' | 'end' | 'logout', ip: string): Limit => ({
  key: `${id} ${step} ${addressKey(ip)}`,
  max: 60,
  windowMs: 3_600_000,
})

const ends: Record<ProviderPurpose, string> = {
  'sign-in': '/dashboard',
  link: '/profile',
  'link-in-settings': '/settings/security',
  prove: '/settings',
  'prove-for-profile': '/profile',
}

const pageAfterFailure = (purpose: ProviderPurpose) => (purpose === 'sign-in' ? '/auth' : ends[purpose])

/**
 * The two steps of a sign-in with a provider. Both end in a redirect to one of our pages. The target is never taken from the request.
 * In a scope of its own, because providers send forms.
 */
export function providerRoutes(scope: FastifyInstance, mount: Mount, dependencies: Dependencies) {
  const { log, events, notices, config, attempts, providers, providerAccounts, sessions, session, device } =
    dependencies
  const jars = new Map(
    providerIds.map((id) => [id, cookieJar(`taskdeck_${id.replace('-', '_')}`, config.publicUrl)] as const),
  )
  const page = (path: string) => `${config.basePath}#${path}`
  acceptOAuthForms(scope)

  mount(api.accounts.google, ({ query, request, reply }) => begin('google', query, request, reply))
  mount(api.accounts.openId, ({ params, query, request, reply }) => begin(params.provider, query, request, reply))
  mount(api.accounts.googleCallback, ({ request, reply }) => finish('google', request, reply))
  mount(api.accounts.openIdCallback, ({ params, request, reply }) => finish(params.provider, request, reply))

  mount(
    api.accounts.openIdLogout,
    async ({ params, body, request, reply }) => {
      const limit = limitOf(params.provider, 'logout', request.ip)
      await attempts.take([limit])
      const ended = await providers.ended(params.provider, body.logout_token ?? '').catch(unknownProvider)
      const owners = await sessions.endOfProvider(ended)
      await attempts.giveBack([limit])
      const about = providers.of(ended)?.name
      for (const owner of owners) await events.record('signed out by a provider', request, owner, { about })
      reply.header('cache-control', 'no-store')
      return { message: 'The sessions have ended.' }
    },
    { speaksOAuth: true },
  )

  async function begin(id: ProviderId, query: Query, request: FastifyRequest, reply: FastifyReply) {
    const purpose = query.purpose ?? 'sign-in'
    // Requests that another site embeds or opens must neither count as attempts nor start a flow.
    if (!isNavigation(request)) throw crossSite()
    if (!isSameOrigin(request)) return reply.redirect(page(pageAfterFailure(purpose)), 302)
    return guarded(id, request, reply, purpose, async () => {
      await attempts.take([limitOf(id, 'begin', request.ip)])
      const { url, flow } = await providers.client(id).begin(purpose, query.invite)
      const holder = purpose === 'sign-in' ? undefined : holderOf(await session.find(request))
      jars.get(id)?.set(reply, Buffer.from(JSON.stringify({ ...flow, holder })).toString('base64url'), flowSeconds)
      return url
    })
  }

  async function finish(id: ProviderId, request: FastifyRequest, reply: FastifyReply) {
    if (!isNavigation(request)) throw crossSite()
    const jar = jars.get(id)
    const flow = readFlow(jar?.read(request))
    jar?.clear(reply)
    return guarded(id, request, reply, flow?.purpose ?? 'sign-in', async () => {
      if (!flow) throw new ProviderFailure('failed')
      await attempts.take([limitOf(id, 'end', request.ip)])
      const client = providers.client(id)
      const identity = await client.finish(request.url.split('?')[1] ?? '', flow)
      const about = aboutProvider(client.provider)
      let end = ends[flow.purpose]
      if (flow.purpose === 'sign-in') {
        const way = id === 'google' ? 'Google' : 'provider'
        const opened = await providerAccounts.signIn(identity, way, session.clientOf(request), flow.invite)
        const { userId, entry, happened, start } = opened
        if (happened === 'taken over') notices.tell(userId, 'taken over', clientOf(request))
        if (await session.enter(request, reply, entry)) {
          const marked = await device.signedIn(request, reply, userId, happened === 'signed up')
          await events.record(eventKind(id, happened), request, userId, { ...marked, ...about })
          end = start === 'today' ? '/today' : end
        } else {
          await events.record('second factor asked', request, userId)
          end = '/auth?step=code'
        }
      } else {
        const caller = await session.find(request)
        // Otherwise, a user could link their identity to the account that signs in after them in the same browser.
        if (!caller || flow.holder !== holderOf(caller)) throw new ProviderFailure('failed')
        if (flow.purpose === 'link' || flow.purpose === 'link-in-settings') {
          await providerAccounts.link(caller, identity)
          await events.record(eventKind(id, 'linked'), request, caller.owner, about)
          notices.tell(caller.owner, 'provider linked', clientOf(request))
        } else {
          await providerAccounts.prove(caller, identity)
        }
      }
      await attempts.giveBack([limitOf(id, 'begin', request.ip), limitOf(id, 'end', request.ip)])
      return page(end)
    })
  }

  /** Redirects to the page that the work returns, or back with a problem, for which that screen has a message. */
  async function guarded(
    id: ProviderId,
    request: FastifyRequest,
    reply: FastifyReply,
    purpose: ProviderPurpose,
    work: () => Promise<string>,
  ) {
    try {
      return reply.redirect(await work(), 302)
    } catch (thrown) {
      const error = failureOf(thrown)
      if (!error) throw thrown
      const { problem } = error
      const caller = await session.find(request)
      const kind = id === 'google' ? (`Google sign-in: ${problem}` as const) : (`provider sign-in: ${problem}` as const)
      await events.record(kind, request, caller?.owner)
      if (problem === 'failed' || problem === 'not_fresh')
        log.warn({ err: error.cause ?? error, provider: id }, 'A sign-in with a provider failed')
      return reply.redirect(page(`${pageAfterFailure(purpose)}?${id}=${problem}`), 302)
    }
  }
}

function unknownProvider(error: unknown): never {
  if (error instanceof ProviderFailure && error.problem === 'not_configured')
    throw new AppError('not_found', 'That provider is not set up on this server.')
  if (error instanceof ProviderFailure)
    throw new AppError('unavailable', 'The provider could not be asked for its keys. Try again later.', {
      cause: error,
    })
  throw error
}

/** Names the session that links or confirms, without its id. */
const holderOf = (caller: SessionCaller | undefined) =>
  caller && hash('sha256', `provider flow ${caller.credential}`, 'base64url')

const problems: Partial<Record<ErrorCode, ProviderProblem>> = {
  too_many_requests: 'too_many',
  forbidden: 'not_proved',
  account_disabled: 'disabled',
  not_signed_in: 'failed',
}

function failureOf(error: unknown): ProviderFailure | undefined {
  if (error instanceof ProviderFailure) return error
  const problem = error instanceof AppError ? problems[error.code] : undefined
  return problem && new ProviderFailure(problem, error)
}

const isTextOrAbsent = (value: unknown) => value === undefined || typeof value === 'string'

function readFlow(value: string | undefined): Flow | undefined {
  try {
    const { purpose, invite, state, nonce, verifier, holder } = JSON.parse(
      Buffer.from(value ?? '', 'base64url').toString(),
    )
    const whole = [state, nonce, verifier].every((value) => typeof value === 'string' && value.length > 20)
    const known = whole && providerPurposes.includes(purpose) && [invite, holder].every(isTextOrAbsent)
    return known ? { purpose, invite, state, nonce, verifier, holder } : undefined
  } catch {
    return undefined
  }
}
