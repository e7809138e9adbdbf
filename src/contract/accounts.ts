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
