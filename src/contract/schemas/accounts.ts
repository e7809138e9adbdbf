import { type Static, Type } from 'typebox'
import { dateStyles, limits, maxDayStart, signupModes, starts, themes, weekStarts } from '../accounts.ts'
import { confirmHours, resetMinutes } from '../mail.ts'
import { openIdIds, passwordUses, providerIds, providerPurposes, providerTroubles } from '../providers.ts'
import { proofRules } from '../receipts.ts'
import { sortOrders, statuses } from '../tasks.ts'
import { clockTime } from '../ways.ts'
import { oneOf, strict, stringOrNull } from './shapes.ts'

export const user = Type.Object({
  _id: Type.String(),
  username: Type.String(),
  email: Type.String(),
  image: stringOrNull,
})

const timeZone = Type.String({ format: 'time-zone', maxLength: 64 })

const clock = Type.String({ pattern: clockTime.source })

export const preferences = Type.Object(
  {
    theme: oneOf(...themes),
    weekStart: oneOf(...weekStarts),
    dateStyle: oneOf(...dateStyles),
    sort: oneOf(...sortOrders),
    filter: oneOf('', ...statuses),
    /** Empty until a browser has detected it. */
    timeZone: Type.String(),
    /** The hour at which days begin to count: before it, a time counts to the day before. Absent means midnight. */
    dayStart: Type.Optional(Type.Integer({ minimum: 0, maximum: maxDayStart })),
    /** The screen after signing in. Absent until the user has chosen one; it is the dashboard then. */
    start: Type.Optional(oneOf(...starts)),
    /** The digest by mail: at a time, on days from Monday, which is 1. Absent means none. */
    digest: Type.Optional(
      Type.Object(
        {
          isOn: Type.Boolean(),
          at: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
          days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7, uniqueItems: true }),
        },
        strict,
      ),
    ),
    /** When tokens may complete a task only with proof: never, if the task has criteria, or always. Absent means never. */
    proofRule: Type.Optional(oneOf(...proofRules)),
    /** When nothing arrives, by a clock in the time zone of the user. Messages that waited arrive at the end. Absent means never. */
    quietHours: Type.Optional(
      Type.Object({ isOn: Type.Boolean(), from: clock, to: clock, isQuietAtWeekends: Type.Boolean() }, strict),
    ),
  },
  strict,
)
const changed = { ...preferences.properties, timeZone }
const preferenceChange = Type.Partial(Type.Object(changed), strict)
/** Preferences as an archive has them. Those that a later version has added are left out. */
export const archivedPreferences = Type.Partial(Type.Object(changed))

export const session = Type.Object({
  id: Type.String(),
  device: Type.String(),
  createdAt: Type.String(),
  seenAt: Type.String(),
  current: Type.Boolean(),
})

const email = Type.String({ format: 'email', maxLength: limits.email })
const password = Type.String({ minLength: limits.minPasswordLength, maxLength: limits.maxPasswordLength })
/** A password that is only compared. It may have any length, so that the error never says more than "wrong". */
const givenPassword = Type.String({ maxLength: 10_000 })
/** A one-time code or a recovery code. */
export const givenCode = Type.String({ minLength: 1, maxLength: 64 })
const linkToken = Type.String({ minLength: 1, maxLength: 100 })
const username = Type.String({ format: 'username' })
const invite = Type.String({ maxLength: limits.invite })
const message = Type.Object({ message: Type.String() })
const signedIn = Type.Object({ message: Type.String(), user })
const toProvider = Type.Object(
  { purpose: Type.Optional(oneOf(...providerPurposes)), invite: Type.Optional(invite) },
  strict,
)
const openIdProvider = Type.Object({ provider: oneOf(...openIdIds) }, strict)
const backToApp = { status: 302, text: 'The address of a page of the web app' }
const offeredProvider = Type.Object({
  id: oneOf(...providerIds),
  name: Type.String(),
  /** Why it cannot be used right now; null if it can, or if nobody has tried yet. */
  trouble: Type.Union([oneOf(...providerTroubles), Type.Null()]),
})
/** An account at a provider with which the user can sign in. */
const identity = Type.Object({
  id: Type.String(),
  /** Null if the operator has removed the provider since. */
  provider: Type.Union([oneOf(...providerIds), Type.Null()]),
  name: Type.String(),
  /** Empty if the provider has not sent one. */
  email: Type.String(),
  linkedAt: Type.String(),
})

export const accountSchemas = {
  verify: {
    summary: 'Get the signed-in user, and when the session ends if it is not used again',
    result: Type.Object({ user, preferences, expiresInMs: Type.Integer() }),
  },
  login: {
    summary: 'Sign in with email and password',
    body: Type.Object({ email: Type.String({ minLength: 1, maxLength: 10_000 }), password: givenPassword }, strict),
    result: signedIn,
  },
  signup: {
    summary: 'Create an account, with an invitation code if the server requires one',
    body: Type.Object(
      { username, email, password, invite: Type.Optional(invite), timeZone: Type.Optional(timeZone) },
      strict,
    ),
    result: signedIn,
  },
  signups: {
    summary:
      'Get the sign-up mode: open to everybody, by invitation, or closed; what passwords are for; the providers to sign in with; and whether this server sends mail, without which nothing that needs mail is offered',
    result: Type.Object({
      signups: oneOf(...signupModes),
      passwords: oneOf(...passwordUses),
      providers: Type.Array(offeredProvider),
      sendsMail: Type.Boolean(),
    }),
  },
  known: {
    summary: 'Ask whether the account with this id exists, as a browser does that still keeps its tasks',
    query: Type.Object({ user: Type.String({ maxLength: 100 }) }, strict),
    result: Type.Object({ isKnown: Type.Boolean() }),
  },
  prove: {
    summary:
      'Confirm your identity with the password, and with a one-time code or a recovery code if the account has them. Changes that outlast the session require it.',
    body: Type.Object({ password: givenPassword, code: Type.Optional(givenCode) }, strict),
    result: message,
  },
  forgotPassword: {
    summary: `Send a link for a new password to this address, if it has an account. The link works once, and for ${resetMinutes} minutes.`,
    body: Type.Object({ email: Type.String({ minLength: 1, maxLength: limits.email }) }, strict),
    result: message,
  },
  resetLink: {
    summary: 'Ask whether a link for a new password works, and for which address. It is not used up by this.',
    body: Type.Object({ token: linkToken }, strict),
    result: Type.Object({ email: Type.String() }),
  },
  resetPassword: {
    summary:
      'Set a new password with a link from a mail. Ends every session, revokes all tokens, calendars, shared links, webhooks and notifications, removes all passkeys, and unlinks Google and other providers.',
    body: Type.Object({ token: linkToken, password }, strict),
    result: message,
  },
  changeEmail: {
    summary: `Ask for another email: it counts when a link in a mail to it is confirmed, within ${confirmHours} hours. The old address is told. Requires a recent proof of identity.`,
    body: Type.Object({ email }, strict),
    result: message,
  },
  emailLink: {
    summary: 'Ask whether a link that confirms an email works, and for which email. It is not used up by this.',
    body: Type.Object({ token: linkToken }, strict),
    result: Type.Object({ email: Type.String() }),
  },
  confirmEmail: {
    summary: 'Confirm a new email with the link from a mail',
    body: Type.Object({ token: linkToken }, strict),
    result: Type.Object({ message: Type.String(), email: Type.String() }),
  },
  unsubscribe: {
    summary: 'Stop the digest with the link from one, as mail programs do (RFC 8058). Any body is ignored.',
    query: Type.Object({ token: linkToken }, strict),
    result: message,
  },
  unsubscribePage: {
    summary: 'Redirect to the page that asks before it stops the digest. Opening it changes nothing.',
    query: Type.Object({ token: linkToken }, strict),
    answer: { status: 302, text: 'The address of a page of the web app' },
  },
  logout: {
    summary: 'Sign out of this session',
    result: Type.Object({
      message: Type.String(),
      /** Where the browser signs out of the provider as well, if the session began there. */
      signOutAt: Type.Optional(Type.String()),
    }),
  },
  google: {
    summary: 'Redirect to Google to sign in, to link Google to this account, or to confirm your identity',
    query: toProvider,
    answer: { status: 302, text: 'The address of Google, or of a page of the web app that says what is wrong' },
  },
  googleCallback: { summary: 'The page to which Google redirects the browser', answer: backToApp },
  unlinkGoogle: { summary: 'Unlink the Google account', result: message },
  openId: {
    summary: 'Redirect to an OpenID provider to sign in, to link it to this account, or to confirm your identity',
    params: openIdProvider,
    query: toProvider,
    answer: { status: 302, text: 'The address of the provider, or of a page of the web app that says what is wrong' },
  },
  openIdCallback: {
    summary: 'The page to which an OpenID provider redirects the browser',
    params: openIdProvider,
    answer: backToApp,
  },
  openIdLogout: {
    summary:
      'End the sessions that began at an OpenID provider, as it demands itself (back-channel logout). Takes a form.',
    params: openIdProvider,
    body: Type.Object({ logout_token: Type.Optional(Type.String({ maxLength: 20_000 })) }),
    result: message,
  },
  unlinkIdentity: {
    summary: 'Unlink an account at a provider, unless it is the last way to sign in',
    params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
    result: message,
  },

  account: {
    summary: 'Get the account as the profile and settings screens show it',
    result: Type.Object({
      user,
      preferences,
      createdAt: Type.String(),
      hasPassword: Type.Boolean(),
      google: Type.Union([Type.Object({ email: Type.String(), linkedAt: Type.String() }), Type.Null()]),
      /** Whether a passkey opens the account at the present host. */
      hasPasskey: Type.Boolean(),
      /** Whether one-time codes are on: then confirming the identity needs one, too, except with a passkey. */
      hasCodes: Type.Boolean(),
      /** The linked accounts at all providers, Google included. */
      identities: Type.Array(identity),
      /** How many ways to sign in the account has. The last one cannot be removed. */
      waysIn: Type.Integer(),
      /** Whether the user has confirmed their identity recently enough for a change that outlasts the session. */
      proved: Type.Boolean(),
    }),
  },
  updateProfile: { summary: 'Change the username', body: Type.Object({ username }, strict), result: signedIn },
  setPicture: {
    summary: 'Set the picture: a PNG, JPEG or WebP in base64',
    body: Type.Object({ base64: Type.String({ minLength: 1, maxLength: limits.pictureBase64 }) }, strict),
    result: signedIn,
  },
  removePicture: { summary: 'Remove the picture', result: signedIn },
  picture: {
    summary: 'Get your picture',
    params: Type.Object({ hash: Type.String() }),
    answer: { type: 'image/*', text: 'A PNG, JPEG or WebP picture' },
  },
  changePassword: {
    summary: 'Change the password; signs out every other device',
    body: Type.Object(
      {
        current: Type.Optional(givenPassword),
        password,
        revokeAll: Type.Optional(
          Type.Boolean({
            description:
              'Also revoke all tokens, calendars, shared links, webhooks and notifications, remove all passkeys, and unlink Google and other providers: for a stolen password.',
          }),
        ),
      },
      strict,
    ),
    result: message,
  },
  setPreferences: {
    summary: 'Change preferences',
    body: preferenceChange,
    result: Type.Object({ preferences }),
  },

  sessions: { summary: 'List your sessions', result: Type.Object({ sessions: Type.Array(session) }) },
  endSession: { summary: 'Sign out one device', params: Type.Object({ id: Type.String() }), result: message },
  endOtherSessions: { summary: 'Sign out every other device', result: message },
  endEverythingElse: {
    summary:
      'Sign out every other device, revoke every token, remove every passkey if there is another way to sign in, and forget every trusted browser, as after a sign-in that was not yours. Then set a new password.',
    result: message,
  },

  exportAll: { summary: 'Export all your data as JSON', result: Type.Unknown() },
  deleteAccount: {
    summary: 'Delete the account and all its data',
    body: Type.Object({ password: Type.Optional(givenPassword) }, strict),
    result: message,
  },
}

export type User = Static<typeof user>
export type Preferences = Static<typeof preferences>
export type Session = Static<typeof session>
export type OfferedProvider = Static<typeof offeredProvider>
export type LinkedIdentity = Static<typeof identity>
