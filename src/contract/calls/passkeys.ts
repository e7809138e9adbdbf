import { callsOf } from '../endpoint.ts'
import type { passkeySchemas } from '../schemas/passkeys.ts'

/** Without a key where a challenge is made or used up, because it works once. */
const noKey = { takesKey: false } as const

export const passkeyCalls = callsOf<typeof passkeySchemas>()({
  list: { method: 'GET', path: '/auth/passkeys', access: 'session' },
  beginAdding: { method: 'POST', path: '/auth/passkeys/options', access: 'session', ...noKey },
  add: { method: 'POST', path: '/auth/passkeys', access: 'session', status: 201, ...noKey },
  rename: { method: 'PUT', path: '/auth/passkeys/:id', access: 'session' },
  remove: { method: 'DELETE', path: '/auth/passkeys/:id', access: 'session' },
  beginSignIn: { method: 'POST', path: '/auth/login/passkey/options', access: 'everyone' },
  signIn: { method: 'POST', path: '/auth/login/passkey', access: 'everyone' },
  beginProof: { method: 'POST', path: '/auth/prove/passkey/options', access: 'session', ...noKey },
  prove: { method: 'POST', path: '/auth/prove/passkey', access: 'session', ...noKey },
})
