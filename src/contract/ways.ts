/** How a person is told while no page of Taskdeck is open: a browser, or a program for notifications. */
export const wayKinds = ['push', 'ntfy', 'gotify'] as const
export type WayKind = (typeof wayKinds)[number]

export const wayLimits = { ways: 20, token: 200, address: 1_000, button: 500 } as const

/** Times of a clock, such as `07:30`. */
export const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/
