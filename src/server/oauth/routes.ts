import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mcpPath } from '../../contract/agents.ts'
import { api } from '../../contract/calls/api.ts'
import { AppError } from '../../contract/errors.ts'
import type { Mount } from '../http/endpoint.ts'
import { acceptOAuthForms } from '../http/oauth-forms.ts'
import type { OriginOf } from '../http/origin.ts'
import type { SecurityEvents } from '../security-events/security-events.ts'
import type { NewTokenNotice } from '../tokens/routes.ts'
import { resourceMetadata, serverMetadata } from './metadata.ts'
import { answerOf, type OAuthRules } from './oauth.ts'
import { consentPage } from './requests.ts'

interface Dependencies {
  basePath: string
  originOf: OriginOf
  oauth: OAuthRules
  events: SecurityEvents
  notices: NewTokenNotice
}

/** Errors have the fields that OAuth clients read, beside ours. */
const speaksOAuth = { speaksOAuth: true }

const failed = 'program sign-in failed'

/** The reason for which a program is refused, such as an unknown address or a code of another program. Undefined for a device that waits. */
function refusedFor(error: unknown): string | undefined {
  const reason = error instanceof AppError ? error.more.error : undefined
  return typeof reason === 'string' && !isExpected.has(reason) ? reason : undefined
}

const isExpected = new Set([
  'authorization_pending',
  'slow_down',
  'expired_token',
  'access_denied',
  'temporarily_unavailable',
])

/** Signing in programs with the browser. In a scope of its own: see `acceptOAuthForms`. */
export function oauthRoutes(scope: FastifyInstance, mount: Mount, dependencies: Dependencies) {
  const { basePath, originOf, oauth, events, notices } = dependencies
  acceptOAuthForms(scope)

  /** Records why a program is refused before its user is known, or whose request its user cannot approve. */
  async function recordFailures<T>(request: FastifyRequest, owner: string | undefined, work: () => Promise<T>) {
    try {
      return await work()
    } catch (error) {
      const reason = refusedFor(error)
      if (reason) await events.record(failed, request, owner, { reason })
      throw error
    }
  }

  mount(api.oauth.server, ({ request }) => serverMetadata(originOf(request)))
  mount(api.oauth.resource, ({ request }) => resourceMetadata(originOf(request), ''))
  mount(api.oauth.agentResource, ({ request }) => resourceMetadata(originOf(request), mcpPath))
  mount(api.oauth.register, ({ body }) => oauth.register(body), speaksOAuth)
  mount(api.oauth.authorize, ({ request, reply }) => reply.redirect(consentPage(basePath, request.url), 303))
  mount(
    api.oauth.request,
    async ({ caller, query, request }) => {
      const shown = await recordFailures(request, caller.owner, () => oauth.show(caller, originOf(request), query))
      const reason = shown.problem === null ? null : new URL(shown.refusal).searchParams.get('error')
      if (reason !== null) await events.record(failed, request, caller.owner, { about: shown.name, reason })
      return shown
    },
    speaksOAuth,
  )

  mount(
    api.oauth.approve,
    async ({ caller, body, request }) => {
      const { name, ...answer } = await recordFailures(request, caller.owner, () =>
        oauth.approve(caller, originOf(request), body),
      )
      await events.record('program approved', request, caller.owner, { about: name })
      return answer
    },
    speaksOAuth,
  )

  mount(
    api.oauth.refuse,
    async ({ caller, body, request }) => {
      const { name, ...answer } = await recordFailures(request, caller.owner, () =>
        oauth.refuse(caller, originOf(request), body),
      )
      await events.record('program refused', request, caller.owner, { about: name })
      return answer
    },
    speaksOAuth,
  )

  mount(
    api.oauth.token,
    async ({ body, request }) => {
      const given = await recordFailures(request, undefined, () => oauth.token(originOf(request), body))
      if ('refused' in given) {
        const { owner, name: about, refused, isUsedTwice } = given
        await events.record(isUsedTwice ? 'token used twice' : failed, request, owner, {
          about,
          reason: refusedFor(refused),
        })
      } else if (given.isNew) {
        await events.record('token made', request, given.owner, { about: given.name })
        notices.tell(given.owner, 'token', request)
      }
      return answerOf(given)
    },
    speaksOAuth,
  )

  mount(
    api.tokens.revokeOwn,
    async ({ body, request }) => {
      const found = await oauth.revoke(body.token, body.client_id)
      if (found?.refused) {
        await events.record(failed, request, found.owner, { reason: refusedFor(found.refused) })
        throw found.refused
      }
      if (found) await events.record('token revoked', request, found.owner)
      return { message: 'The token does not work any more.' }
    },
    speaksOAuth,
  )
}
