import type { FastifyInstance } from 'fastify'
import { api } from '../../contract/calls/api.ts'
import { deviceSeconds } from '../../contract/tokens.ts'
import type { Mount } from '../http/endpoint.ts'
import { acceptOAuthForms } from '../http/oauth-forms.ts'
import type { OriginOf } from '../http/origin.ts'
import type { SecurityEvents } from '../security-events/security-events.ts'
import type { DeviceRules } from './devices.ts'
import type { NewTokenNotice } from './routes.ts'

interface Dependencies {
  basePath: string
  originOf: OriginOf
  devices: DeviceRules
  events: SecurityEvents
  notices: NewTokenNotice
}

/** Errors have the fields that OAuth clients read, beside ours. */
const oauth = { speaksOAuth: true }

/** Signing in a device without typing a password there (RFC 8628). In a scope of its own: see `acceptOAuthForms`. */
export function deviceRoutes(scope: FastifyInstance, mount: Mount, dependencies: Dependencies) {
  const { basePath, originOf, devices, events, notices } = dependencies
  acceptOAuthForms(scope)

  mount(
    api.tokens.requestDevice,
    async ({ body, request }) => {
      const { device_code, user_code } = await devices.begin(body, request.ip)
      const verification_uri = `${originOf(request)}${basePath}#/device`
      return {
        device_code,
        user_code,
        verification_uri,
        verification_uri_complete: `${verification_uri}?code=${user_code}`,
        expires_in: deviceSeconds.lifetime,
        interval: deviceSeconds.interval,
      }
    },
    oauth,
  )

  mount(
    api.tokens.deviceToken,
    async ({ body, request }) => {
      const { userId, answer } = await devices.token(body)
      await events.record('token made', request, userId, { about: answer.name })
      notices.tell(userId, 'token', request)
      return answer
    },
    oauth,
  )

  mount(api.tokens.device, ({ caller, query, request }) => devices.find(caller, query.user_code, request.ip))

  mount(api.tokens.approveDevice, async ({ caller, body, request }) => {
    const { name, ...answer } = await devices.approve(caller, body.user_code)
    await events.record('device approved', request, caller.owner, { about: name })
    return answer
  })

  mount(api.tokens.refuseDevice, async ({ caller, body, request }) => {
    const { name, ...answer } = await devices.refuse(caller, body.user_code)
    await events.record('device refused', request, caller.owner, { about: name })
    return answer
  })
}
