import type { FastifyInstance, FastifyRequest } from 'fastify'
import { api } from '../../contract/calls/api.ts'
import { AppError } from '../../contract/errors.ts'
import { deviceSeconds } from '../../contract/tokens.ts'
import type { Mount } from '../http/endpoint.ts'
import type { SecurityEvents } from '../security-events/security-events.ts'
import type { Config } from '../settings/config.ts'
import type { DeviceRules } from './devices.ts'
import type { NewTokenNotice } from './routes.ts'
import type { TokenRules } from './tokens.ts'

interface Dependencies {
  config: Pick<Config, 'publicUrl' | 'publicHost' | 'basePath'>
  devices: DeviceRules
  tokens: Pick<TokenRules, 'revokeOwn'>
  events: SecurityEvents
  notices: NewTokenNotice
}

/** Errors have the fields that OAuth clients read, beside ours. */
const oauth = { speaksOAuth: true }

/** Signing in a device without typing a password there (RFC 8628), and out again (RFC 7009). In a scope of its own: see `acceptForms`. */
export function deviceRoutes(scope: FastifyInstance, mount: Mount, dependencies: Dependencies) {
  const { config, devices, tokens, events, notices } = dependencies
  acceptForms(scope)
  /** The address under which the device has reached us, unless the operator has named one. */
  const originOf = ({ protocol, host }: FastifyRequest) =>
    config.publicHost ? config.publicUrl : `${protocol}://${host}`

  mount(
    api.tokens.requestDevice,
    async ({ body, request }) => {
      const { device_code, user_code } = await devices.begin(body, request.ip)
      const verification_uri = `${originOf(request)}${config.basePath}#/device`
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

  mount(
    api.tokens.revokeOwn,
    async ({ body, request }) => {
      const userId = await tokens.revokeOwn(body.token)
      if (userId) await events.record('token revoked', request, userId)
      return { message: 'The token does not work any more.' }
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

/** OAuth clients send forms. No call of this scope lets a form of another site do something: see `refuseCrossSite`. */
function acceptForms(scope: FastifyInstance) {
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    // A parameter without a value counts as left out (RFC 6749, section 3.2).
    const entries = [...new URLSearchParams(String(body))].filter(([, value]) => value !== '')
    const form = Object.fromEntries(entries)
    if (Object.keys(form).length === entries.length) done(null, form)
    else done(new AppError('invalid_input', 'Send each parameter only once.'))
  })
}
