import type { Logger } from 'pino'
import { accountCalls as calls } from '../../contract/accounts.ts'
import { accountSchemas as schemas } from '../../contract/schemas/accounts.ts'
import type { Mount } from '../http/endpoint.ts'
import { logEvent } from '../http/logging.ts'
import { demandSameOrigin } from '../http/security.ts'
import { clientOf, type SessionCookie } from '../http/session.ts'
import { JsonAnswer } from '../json-answer.ts'
import type { AccountRules } from './accounts.ts'
import type { CredentialRules } from './credentials.ts'
import type { ExportRules } from './export.ts'
import type { PictureRules } from './pictures.ts'
import type { SessionRules, SignedIn } from './sessions.ts'
import type { SignInRules } from './sign-in.ts'
import type { SignUpRules } from './sign-ups.ts'

interface Parts {
  log: Logger
  accounts: AccountRules
  signIn: SignInRules
  signUps: SignUpRules
  credentials: CredentialRules
  exports: ExportRules
  pictures: PictureRules
  sessions: SessionRules
  session: SessionCookie
}

export function accountRoutes(
  mount: Mount<SignedIn>,
  { log, accounts, signIn, signUps, credentials, exports, pictures, sessions, session }: Parts,
) {
  mount(
    calls.verify,
    schemas.verify,
    ({ user: { user, preferencesJson } }) =>
      new JsonAnswer(`{"user":${JSON.stringify(user)},"preferences":${preferencesJson}}`),
  )

  mount(calls.login, schemas.login, async ({ body, request, reply }) => {
    const { user, token } = await signIn.login(body, clientOf(request))
    await session.replace(request, reply, token)
    logEvent(log, 'signed in with a password', request, user._id)
    return { message: `Welcome back, ${user.username}!`, user }
  })

  mount(calls.signup, schemas.signup, async ({ body, request, reply }) => {
    const { user, token } = await signUps.signup(body, clientOf(request))
    await session.replace(request, reply, token)
    logEvent(log, 'signed up with a password', request, user._id)
    return { message: `Welcome, ${user.username}!`, user }
  })

  mount(calls.signups, schemas.signups, async () => ({ signups: await signUps.mode() }))

  mount(calls.prove, schemas.prove, async ({ user, body, request }) => {
    await credentials.prove(user, body.password, request.ip)
    return { message: 'Confirmed.' }
  })

  mount(calls.logout, schemas.logout, async ({ request, reply }) => {
    const caller = await session.end(request, reply)
    if (caller) logEvent(log, 'signed out', request, caller.id)
    return { message: 'Signed out.' }
  })

  mount(calls.account, schemas.account, ({ user }) => accounts.account(user))

  mount(calls.updateProfile, schemas.updateProfile, async ({ user, body }) => ({
    message: 'Username changed.',
    user: await accounts.rename(user.id, body.username),
  }))

  mount(
    calls.setPicture,
    schemas.setPicture,
    async ({ user, body }) => ({
      message: 'Picture changed.',
      user: await pictures.set(user.id, body.base64),
    }),
    { takesLargeBody: true },
  )

  mount(calls.removePicture, schemas.removePicture, async ({ user }) => ({
    message: 'Picture removed.',
    user: await pictures.remove(user.id),
  }))

  mount(calls.picture, schemas.picture, async ({ user, params, reply }) => {
    const { type, bytes } = await pictures.find(user.id, params.hash)
    return reply.type(type).header('cache-control', 'private, max-age=31536000, immutable').send(bytes)
  })

  mount(calls.changePassword, schemas.changePassword, async ({ user, body, request, reply }) => {
    const token = await credentials.changePassword(user, body, clientOf(request))
    await session.replace(request, reply, token)
    logEvent(log, 'password changed', request, user.id)
    return { message: 'Password changed. Every other device is signed out.' }
  })

  mount(calls.setPreferences, schemas.setPreferences, async ({ user, body }) => ({
    preferences: await accounts.setPreferences(user, body),
  }))

  mount(calls.unlinkGoogle, schemas.unlinkGoogle, async ({ user, request }) => {
    await credentials.unlinkGoogle(user)
    logEvent(log, 'Google unlinked', request, user.id)
    return { message: 'Google account unlinked.' }
  })

  mount(calls.sessions, schemas.sessions, async ({ user }) => ({ sessions: await sessions.list(user) }))

  mount(calls.endSession, schemas.endSession, async ({ user, params, request }) => {
    await sessions.end(user.id, params.id)
    logEvent(log, 'session ended', request, user.id)
    return { message: 'That device is signed out.' }
  })

  mount(calls.endOtherSessions, schemas.endOtherSessions, async ({ user, request }) => {
    await sessions.endOthers(user)
    logEvent(log, 'other sessions ended', request, user.id)
    return { message: 'Every other device is signed out.' }
  })

  mount(
    calls.exportAll,
    schemas.exportAll,
    async ({ user, request, reply }) => {
      demandSameOrigin(request)
      const document = await exports.exportAll(user)
      reply.header('content-disposition', 'attachment; filename="taskdeck-export.json"')
      return new JsonAnswer(document)
    },
    { answersHeadAtOnce: true },
  )

  mount(calls.deleteAccount, schemas.deleteAccount, async ({ user, body, request, reply }) => {
    await accounts.remove(user, body.password, request.ip)
    session.clear(reply)
    logEvent(log, 'account deleted', request, user.id)
    return { message: 'Your account and everything in it is deleted.' }
  })
}
