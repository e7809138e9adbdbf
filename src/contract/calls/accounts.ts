import { callsOf } from '../endpoint.ts'
import type { accountSchemas } from '../schemas/accounts.ts'

/**
 * Calls with a password take no key: they end or confirm sessions, their responses set or clear a cookie, and a stored hash of their body
 * would help to guess the password. None of them is applied twice: repeated after its success, it finds no session, or confirms again.
 */
const noKey = { takesKey: false } as const

export const accountCalls = callsOf<typeof accountSchemas>()({
  verify: { method: 'GET', path: '/auth/verify', access: 'session' },
  login: { method: 'POST', path: '/auth/login', access: 'everyone' },
  signup: { method: 'POST', path: '/auth/signup', access: 'everyone', status: 201 },
  signups: { method: 'GET', path: '/auth/signups', access: 'everyone' },
  known: { method: 'GET', path: '/auth/known', access: 'everyone' },
  prove: { method: 'POST', path: '/auth/prove', access: 'session', ...noKey },
  logout: { method: 'POST', path: '/auth/logout', access: 'everyone' },
  forgotPassword: { method: 'POST', path: '/auth/forgotPassword', access: 'everyone' },
  resetLink: { method: 'POST', path: '/auth/resetLink', access: 'everyone' },
  resetPassword: { method: 'POST', path: '/auth/resetPassword', access: 'everyone' },
  changeEmail: { method: 'PUT', path: '/auth/email', access: 'session', takesKey: false },
  emailLink: { method: 'POST', path: '/auth/emailLink', access: 'everyone' },
  confirmEmail: { method: 'POST', path: '/auth/confirmEmail', access: 'everyone' },
  unsubscribe: { method: 'POST', path: '/auth/unsubscribe', access: 'everyone' },
  unsubscribePage: { method: 'GET', path: '/auth/unsubscribe', access: 'everyone' },
  google: { method: 'GET', path: '/auth/google', access: 'everyone' },
  googleCallback: { method: 'GET', path: '/auth/google/callback', access: 'everyone' },
  unlinkGoogle: { method: 'DELETE', path: '/auth/google', access: 'session' },
  openId: { method: 'GET', path: '/auth/openid/:provider', access: 'everyone' },
  openIdCallback: { method: 'GET', path: '/auth/openid/:provider/callback', access: 'everyone' },
  openIdLogout: { method: 'POST', path: '/auth/openid/:provider/logout', access: 'everyone' },
  unlinkIdentity: { method: 'DELETE', path: '/auth/identities/:id', access: 'session' },

  account: { method: 'GET', path: '/auth/account', access: 'session' },
  updateProfile: { method: 'PUT', path: '/auth/profile', access: 'session' },
  setPicture: { method: 'PUT', path: '/auth/picture', access: 'session' },
  removePicture: { method: 'DELETE', path: '/auth/picture', access: 'session' },
  picture: { method: 'GET', path: '/auth/picture/:hash', access: 'session' },
  changePassword: { method: 'PUT', path: '/auth/password', access: 'session', ...noKey },
  setPreferences: { method: 'PUT', path: '/auth/preferences', access: 'session' },

  sessions: { method: 'GET', path: '/auth/sessions', access: 'session' },
  endSession: { method: 'DELETE', path: '/auth/sessions/:id', access: 'session' },
  endEverythingElse: { method: 'POST', path: '/auth/not-me', access: 'session' },
  endOtherSessions: { method: 'DELETE', path: '/auth/sessions', access: 'session' },

  exportAll: { method: 'GET', path: '/auth/export', access: 'session' },
  deleteAccount: { method: 'POST', path: '/auth/delete', access: 'session', ...noKey },
})
