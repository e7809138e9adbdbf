export const themes = ['auto', 'light', 'dark'] as const
export const weekStarts = ['monday', 'sunday', 'saturday'] as const
/** Nov 12, 2026 · 12 Nov 2026 · 2026-11-12 */
export const dateStyles = ['month-first', 'day-first', 'iso'] as const

/** The latest hour at which days may begin to count. */
export const maxDayStart = 12

/** The screens that the app can start with. */
export const starts = ['dashboard', 'today'] as const

export const limits = {
  username: 50,
  email: 254,
  minPasswordLength: 8,
  maxPasswordLength: 200,
  invite: 200,
  pictureBytes: 300_000,
  /** More than `pictureBytes` need, so that the error for a large picture is about its size and not about the length of a text. */
  pictureBase64: 2_000_000,
} as const

/** Sign-up modes: anybody, people with an invitation, or nobody may create an account. */
export const signupModes = ['open', 'invite', 'closed'] as const
export type SignupMode = (typeof signupModes)[number]

/** Why the user is sent to Google. Decides the page that they return to. */
export const googlePurposes = ['sign-in', 'link', 'prove', 'prove-for-profile'] as const
export type GooglePurpose = (typeof googlePurposes)[number]

/** Why a Google sign-in failed. The auth screen has a message for each. */
export const googleProblems = [
  'not_configured',
  'cancelled',
  'failed',
  'unverified',
  'taken',
  'other_account',
  'second_factor',
  'disabled',
  'not_proved',
  'too_many',
  'closed',
  'no_invite',
] as const
export type GoogleProblem = (typeof googleProblems)[number]
