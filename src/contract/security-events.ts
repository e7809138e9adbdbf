/** A security event as its words need it. */
export interface EventFacts {
  /** The subject, such as the name of a token. */
  about: string | null
  /** The browser or program of the event. */
  device: string | null
  /** How often it happened. Events that somebody can cause at will are counted by the hour. */
  count: number
}

interface EventKind {
  /** In the settings of its user. */
  words: (facts: EventFacts) => string
  /** A failed attempt. Those from one address are counted by the hour. */
  isFailure?: true
}

const named = ({ about }: EventFacts) => (about ? ` “${about}”` : '')
const on = ({ device }: EventFacts) => (device ? ` on ${device}` : '')
const times = (one: string, many: string): EventKind => ({
  words: ({ count }) => (count === 1 ? one : `${count} ${many}`),
  isFailure: true,
})
const plain = (words: string): EventKind => ({ words: () => words })

/**
 * Every kind of event that users find in their settings, and operators in `npm run audit`. A new kind is a line here, and a call of `events.record`
 * where it happens.
 */
export const securityEventKinds = {
  'signed up with a password': { words: (event) => `Signed up${on(event)}` },
  'signed up with Google': { words: (event) => `Signed up with Google${on(event)}` },
  'signed in with a password': { words: (event) => `Signed in${on(event)}` },
  'signed in with a passkey': { words: (event) => `Signed in with ${event.about ?? 'a passkey'}${on(event)}` },
  'signed in with Google': { words: (event) => `Signed in with Google${on(event)}` },
  'taken over with Google': plain('Taken over by the owner of the email, with Google'),
  'second factor asked': { words: (event) => `Right password, and then asked for a second factor${on(event)}` },
  'wrong password': times('A wrong password', 'wrong passwords'),
  'wrong code': times('A wrong one-time code', 'wrong one-time codes'),
  'wrong passkey': times('A passkey that was refused', 'passkeys that were refused'),
  'recovery code used': plain('A recovery code was used'),
  'signed out': { words: (event) => `Signed out${on(event)}` },
  'session ended': plain('Another device was signed out'),
  'other sessions ended': plain('Every other device was signed out'),
  'everything else ended': plain('Every other device was signed out, and every token revoked'),
  'password changed': plain('Password changed'),
  'password reset by mail': plain('Password set with a link'),
  'password reset by the operator': plain('Password reset by the operator of the server'),
  'email changed': plain('Email changed'),
  'one-time codes turned on': plain('One-time codes turned on'),
  'one-time codes turned off': plain('One-time codes turned off'),
  'second factor reset by the operator': plain('Second factor turned off by the operator of the server'),
  'recovery codes renewed': plain('New recovery codes made'),
  'trusted devices forgotten': plain('Trusted devices are asked for a code again'),
  'passkey added': { words: (event) => `Passkey${named(event)} added${on(event)}` },
  'passkey removed': { words: (event) => `Passkey${named(event)} removed${on(event)}` },
  'passkey refused': { words: (event) => `Passkey${named(event)} refused: its counter went backwards` },
  'signed up with a provider': { words: (event) => `Signed up with ${event.about ?? 'a provider'}${on(event)}` },
  'signed in with a provider': { words: (event) => `Signed in with ${event.about ?? 'a provider'}${on(event)}` },
  'taken over with a provider': {
    words: ({ about }) => `Taken over by the owner of the email, with ${about ?? 'a provider'}`,
  },
  'signed out by a provider': { words: ({ about }) => `Signed out by ${about ?? 'a provider'}` },
  'provider linked': { words: ({ about }) => `${about ?? 'A provider'} linked` },
  'provider unlinked': { words: ({ about }) => `${about ?? 'A provider'} unlinked` },
  'Google linked': plain('Google linked'),
  'Google unlinked': plain('Google unlinked'),
  'token made': { words: (event) => `Token${named(event)} made` },
  'token limited': plain('A token may only read now'),
  'token revoked': { words: (event) => `Token${named(event)} revoked` },
  'device approved': { words: (event) => `Program${named(event)} signed in with a code` },
  'device refused': { words: (event) => `Program${named(event)} refused` },
  'program approved': { words: (event) => `Program${named(event)} signed in with the browser` },
  'program refused': { words: (event) => `Program${named(event)} refused in the browser` },
  'program sign-in failed': times('A program that could not sign in', 'failed sign-ins of programs'),
  'token used twice': {
    words: (event) => `Token${named(event)} revoked, because a secret of its program was used twice`,
  },
  'calendar made': { words: (event) => `Secret address of the calendar${named(event)} made` },
  'link made': { words: (event) => `Shared link${named(event)} made${on(event)}` },
  'link changed': { words: (event) => `Shared link${named(event)} changed${on(event)}` },
  'link renewed': { words: (event) => `New address of the shared link${named(event)} made${on(event)}` },
  'link revoked': { words: (event) => `Shared link${named(event)} revoked${on(event)}` },
  'webhook made': { words: (event) => `Webhook${named(event)} made` },
  'repository connected': { words: (event) => `Repository${named(event)} connected with a token of its forge` },
  'data exported': plain('All data exported'),
  'account disabled': plain('Disabled by the operator of the server'),
  'account enabled': plain('Enabled by the operator of the server'),
  'file limit changed by the operator': {
    words: ({ about }) => `Limit of files ${about ? `set to ${about}` : 'removed'} by the operator of the server`,
  },
  'account deleted by the operator': plain('Deleted by the operator of the server'),
} satisfies Record<string, EventKind>

export type SecurityEventKind = keyof typeof securityEventKinds

/** Why an event is marked as unusual. */
export const eventMarks = ['new browser', 'many failures', 'possible copy'] as const
export type EventMark = (typeof eventMarks)[number]

export const eventDays = 90
/** As many failures within an hour are unusual. */
export const manyFailures = 3

const kinds: Readonly<Record<string, EventKind>> = securityEventKinds

/** An event in words. Another version may have recorded a kind that this one does not know. */
export const eventWords = ({ kind, ...facts }: EventFacts & { kind: string }): string =>
  kinds[kind]?.words(facts) ?? kind

export const isFailure = (kind: string): boolean => kinds[kind]?.isFailure ?? false
