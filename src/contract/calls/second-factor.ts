import { callsOf } from '../endpoint.ts'
import type { secondFactorSchemas } from '../schemas/second-factor.ts'

export const secondFactorCalls = callsOf<typeof secondFactorSchemas>()({
  get: { method: 'GET', path: '/auth/second-factor', access: 'session' },
  // Without a key, because the stored answers would contain secrets.
  begin: { method: 'POST', path: '/auth/second-factor', access: 'session', takesKey: false },
  confirm: { method: 'PUT', path: '/auth/second-factor', access: 'session', takesKey: false },
  remove: { method: 'DELETE', path: '/auth/second-factor', access: 'session' },
  renew: { method: 'POST', path: '/auth/second-factor/recovery-codes', access: 'session', takesKey: false },
  distrust: { method: 'DELETE', path: '/auth/second-factor/devices', access: 'session' },
  signIn: { method: 'POST', path: '/auth/login/code', access: 'everyone' },
})
