import { callsOf } from '../endpoint.ts'
import type { tokenSchemas } from '../schemas/tokens.ts'

/**
 * The answer to `create` contains the token, which is stored nowhere: so it cannot be given again to a repeated call. A device is approved
 * or refused only once anyway.
 */
const noKey = { takesKey: false } as const

export const tokenCalls = callsOf<typeof tokenSchemas>()({
  list: { method: 'GET', path: '/auth/tokens', access: 'session' },
  create: { method: 'POST', path: '/auth/tokens', access: 'session', status: 201, ...noKey },
  limit: { method: 'PUT', path: '/auth/tokens/:id', access: 'session' },
  revoke: { method: 'DELETE', path: '/auth/tokens/:id', access: 'session' },
  revokeOwn: { method: 'POST', path: '/auth/revoke', access: 'everyone' },
  whoami: { method: 'GET', path: '/auth/whoami', access: 'read' },

  // Signing in a device, step by step: the device asks for codes, shows one to its user, and asks for its token every few seconds. The
  // user opens the page `#/device` of the web app, which shows the device and approves or refuses it.
  requestDevice: { method: 'POST', path: '/auth/device/code', access: 'everyone' },
  deviceToken: { method: 'POST', path: '/auth/device/token', access: 'everyone' },
  device: { method: 'GET', path: '/auth/device', access: 'session' },
  approveDevice: { method: 'POST', path: '/auth/device/approve', access: 'session', ...noKey },
  refuseDevice: { method: 'POST', path: '/auth/device/refuse', access: 'session', ...noKey },
})
