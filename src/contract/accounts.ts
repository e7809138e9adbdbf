import { endpoint } from './endpoint.ts'
import type { accountSchemas } from './schemas/accounts.ts'

export const themes = ['auto', 'light', 'dark'] as const
export const weekStarts = ['monday', 'sunday', 'saturday'] as const
/** Nov 12, 2026 · 12 Nov 2026 · 2026-11-12 */
export const dateStyles = ['month-first', 'day-first', 'iso'] as const

export const limits = {
  username: 50,
  email: 254,
  passwordLeast: 8,
  passwordMost: 200,
  invite: 200,
  pictureBytes: 300_000,
  /** More than the bytes need: a picture that is too large is told so, not that its text is too long. */
  pictureBase64: 2_000_000,
} as const

/** Sign-up modes: anybody, people with an invitation, or nobody may create an account. */
export const signupModes = ['open', 'invite', 'closed'] as const
export type SignupMode = (typeof signupModes)[number]

/** What somebody goes to Google for; it says where they come back to. */
export const googlePurposes = ['sign-in', 'link', 'prove', 'prove-for-profile'] as const
export type GooglePurpose = (typeof googlePurposes)[number]

/** Why a Google sign-in ended without one; the auth screen says it in words. */
export const googleProblems = [
  'not_configured',
  'cancelled',
  'failed',
  'unverified',
  'taken',
  'other_account',
  'not_proved',
  'too_many',
  'closed',
  'no_invite',
] as const
export type GoogleProblem = (typeof googleProblems)[number]

type S = typeof accountSchemas
const open = { access: 'everyone' } as const

export const accountCalls = {
  verify: endpoint<S['verify']>('GET', '/auth/verify'),
  login: endpoint<S['login'], 'everyone'>('POST', '/auth/login', open),
  signup: endpoint<S['signup'], 'everyone'>('POST', '/auth/signup', { ...open, status: 201 }),
  signups: endpoint<S['signups'], 'everyone'>('GET', '/auth/signups', open),
  prove: endpoint<S['prove']>('POST', '/auth/prove'),
  logout: endpoint<S['logout'], 'everyone'>('POST', '/auth/logout', open),
  google: endpoint<S['google'], 'everyone'>('GET', '/auth/google', open),
  googleCallback: endpoint<S['googleCallback'], 'everyone'>('GET', '/auth/google/callback', open),
  unlinkGoogle: endpoint<S['unlinkGoogle']>('DELETE', '/auth/google'),

  account: endpoint<S['account']>('GET', '/auth/account'),
  updateProfile: endpoint<S['updateProfile']>('PUT', '/auth/profile'),
  setPicture: endpoint<S['setPicture']>('PUT', '/auth/picture'),
  removePicture: endpoint<S['removePicture']>('DELETE', '/auth/picture'),
  picture: endpoint<S['picture']>('GET', '/auth/picture/:hash'),
  changePassword: endpoint<S['changePassword']>('PUT', '/auth/password'),
  setPreferences: endpoint<S['setPreferences']>('PUT', '/auth/preferences'),

  sessions: endpoint<S['sessions']>('GET', '/auth/sessions'),
  endSession: endpoint<S['endSession']>('DELETE', '/auth/sessions/:id'),
  endOtherSessions: endpoint<S['endOtherSessions']>('DELETE', '/auth/sessions'),

  exportAll: endpoint<S['exportAll']>('GET', '/auth/export'),
  deleteAccount: endpoint<S['deleteAccount']>('POST', '/auth/delete'),
}
