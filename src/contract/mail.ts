/** The uses of links in mails. */
export const linkPurposes = ['reset-password', 'confirm-email', 'unsubscribe'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

/** A link for a new password works for this long. */
export const resetMinutes = 30
/** A link that confirms an address works for this long. */
export const confirmHours = 24

/** The days on which a digest can be sent, from Monday. */
export const digestDays = [1, 2, 3, 4, 5, 6, 7] as const
