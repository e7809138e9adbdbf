import type { FastifyInstance } from 'fastify'
import { mcpPath } from '../../contract/agents.ts'
import { api } from '../../contract/calls/api.ts'
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

/** Signing in programs with the browser. In a scope of its own: see `acceptOAuthForms`. */
export function oauthRoutes(scope: FastifyInstance, mount: Mount, dependencies: Dependencies) {
  const { basePath, originOf, oauth, events, notices } = dependencies
  acceptOAuthForms(scope)

  mount(api.oauth.server, ({ request }) => serverMetadata(originOf(request)))
  mount(api.oauth.resource, ({ request }) => resourceMetadata(originOf(request), ''))
  mount(api.oauth.agentResource, ({ request }) => resourceMetadata(originOf(request), mcpPath))
  mount(api.oauth.register, ({ body }) => oauth.register(body), speaksOAuth)
  mount(api.oauth.authorize, ({ request, reply }) => reply.redirect(consentPage(basePath, request.url), 303))
  mount(api.oauth.request, ({ caller, query, request }) => oauth.show(caller, originOf(request), query), speaksOAuth)

  mount(
    api.oauth.approve,
    async ({ caller, body, request }) => {
      const { name, ...answer } = await oauth.approve(caller, originOf(request), body)
      await events.record('program approved', request, caller.owner, { about: name })
      return answer
    },
    speaksOAuth,
  )

  mount(
    api.oauth.token,
    async ({ body, request }) => {
      const given = await oauth.token(originOf(request), body)
      if ('reused' in given) await events.record('token used twice', request, given.owner, { about: given.name })
      else if (given.isNew) {
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
      const userId = await oauth.revoke(body.token, body.client_id)
      if (userId) await events.record('token revoked', request, userId)
      return { message: 'The token does not work any more.' }
    },
    speaksOAuth,
  )
}
