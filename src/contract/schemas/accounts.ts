import { type Static, Type } from 'typebox'
import { dateStyles, googlePurposes, limits, signupModes, themes, weekStarts } from '../accounts.ts'
import { sortOrders, statuses } from '../tasks.ts'
import { oneOf, strict, stringOrNull } from './parts.ts'

const user = Type.Object({
  _id: Type.String(),
  username: Type.String(),
  email: Type.String(),
  image: stringOrNull,
})

const timeZone = Type.String({ format: 'time-zone', maxLength: 64 })

const preferences = Type.Object(
  {
    theme: oneOf(...themes),
    weekStart: oneOf(...weekStarts),
    dateStyle: oneOf(...dateStyles),
    sort: oneOf(...sortOrders),
    filter: oneOf('', ...statuses),
    /** Empty until a browser has told it. */
    timeZone: Type.String(),
  },
  strict,
)
const preferenceChange = Type.Partial(Type.Object({ ...preferences.properties, timeZone }), strict)

const session = Type.Object({
  id: Type.String(),
  device: Type.String(),
  createdAt: Type.String(),
  seenAt: Type.String(),
  current: Type.Boolean(),
})

const email = Type.String({ format: 'email', maxLength: limits.email })
const password = Type.String({ minLength: limits.minPasswordLength, maxLength: limits.maxPasswordLength })
/** A password that is only compared: any length, so that nobody learns more than "wrong". */
const givenPassword = Type.String({ maxLength: 10_000 })
const username = Type.String({ format: 'username' })
const invite = Type.String({ maxLength: limits.invite })
const message = Type.Object({ message: Type.String() })
const signedIn = Type.Object({ message: Type.String(), user })

export const accountSchemas = {
  verify: { summary: 'Who is signed in?', result: Type.Object({ user, preferences }) },
  login: {
    summary: 'Sign in with e-mail and password',
    body: Type.Object({ email: Type.String({ minLength: 1, maxLength: 10_000 }), password: givenPassword }, strict),
    result: signedIn,
  },
  signup: {
    summary: 'Create an account; with the code of an invitation where the server asks for one',
    body: Type.Object(
      { username, email, password, invite: Type.Optional(invite), timeZone: Type.Optional(timeZone) },
      strict,
    ),
    result: signedIn,
  },
  signups: {
    summary: 'Who may create an account: anybody, people with an invitation, or nobody',
    result: Type.Object({ signups: oneOf(...signupModes) }),
  },
  prove: {
    summary: 'Prove who one is by the password, as changes ask for that outlast a session',
    body: Type.Object({ password: givenPassword }, strict),
    result: message,
  },
  logout: { summary: 'Sign out here', result: message },
  google: {
    summary: 'Leave for the Google sign-in, to sign in, to link Google to this account, or to prove who one is',
    query: Type.Object({ purpose: Type.Optional(oneOf(...googlePurposes)), invite: Type.Optional(invite) }, strict),
  },
  googleCallback: { summary: 'Where Google sends the browser back to' },
  unlinkGoogle: { summary: 'Forget the linked Google account', result: message },

  account: {
    summary: 'What the profile and settings screens show',
    result: Type.Object({
      user,
      preferences,
      createdAt: Type.String(),
      hasPassword: Type.Boolean(),
      google: Type.Union([Type.Object({ email: Type.String(), linkedAt: Type.String() }), Type.Null()]),
      /** Whether the password or Google was asked recently enough for a change that outlasts the session. */
      proved: Type.Boolean(),
    }),
  },
  updateProfile: { summary: 'Change the username', body: Type.Object({ username }, strict), result: signedIn },
  setPicture: {
    summary: 'Set the picture: a PNG, JPEG or WebP in base64',
    body: Type.Object({ base64: Type.String({ minLength: 1, maxLength: limits.pictureBase64 }) }, strict),
    result: signedIn,
  },
  removePicture: { summary: 'Go back to no picture', result: signedIn },
  picture: { summary: "One's own picture", params: Type.Object({ hash: Type.String() }) },
  changePassword: {
    summary: 'Change the password; signs out every other device',
    body: Type.Object({ current: Type.Optional(givenPassword), password }, strict),
    result: message,
  },
  setPreferences: {
    summary: 'Change preferences',
    body: preferenceChange,
    result: Type.Object({ preferences }),
  },

  sessions: { summary: 'Where one is signed in', result: Type.Object({ sessions: Type.Array(session) }) },
  endSession: { summary: 'Sign out one device', params: Type.Object({ id: Type.String() }), result: message },
  endOtherSessions: { summary: 'Sign out every other device', result: message },

  exportAll: { summary: 'Everything one has stored, as JSON', result: Type.Unknown() },
  deleteAccount: {
    summary: 'Delete the account with all that belongs to it',
    body: Type.Object({ password: Type.Optional(givenPassword) }, strict),
    result: message,
  },
}

export type User = Static<typeof user>
export type Preferences = Static<typeof preferences>
export type Session = Static<typeof session>
