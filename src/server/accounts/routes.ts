import type { FastifyRequest } from 'fastify'
import { api } from '../../contract/calls/api.ts'
import { AppError } from '../../contract/errors.ts'
import type { SecurityEventKind } from '../../contract/security-events.ts'
import { JsonAnswer } from '../answers/json-answer.ts'
import type { SessionCaller } from '../callers/caller.ts'
import type { StartedSignInRow } from '../database/schema.ts'
import type { DeviceCookie } from '../http/device-cookie.ts'
import type { Mount } from '../http/endpoint.ts'
import { demandSameOrigin } from '../http/security.ts'
import { clientOf, type SessionCookie } from '../http/session.ts'
import type { MailRules } from '../mail/mails.ts'
import type { SecurityEvents } from '../security-events/security-events.ts'
import type { Config } from '../settings/config.ts'
import type { AccountRules } from './accounts.ts'
import type { CredentialRules } from './credentials.ts'
import type { EntryRules } from './entry.ts'
import type { ExportRules } from './export.ts'
import type { NewEmail } from './new-email.ts'
import type { Notices } from './notices.ts'
import type { PictureRules } from './pictures.ts'
import { aboutProvider, eventKind } from './provider-events.ts'
import type { ResetByMail } from './reset-by-mail.ts'
import { preferencesText, type SessionRules } from './sessions.ts'
import type { SignInRules } from './sign-in.ts'
import type { SignInProviders } from './sign-in-providers.ts'
import type { SignUpRules } from './sign-ups.ts'

interface Dependencies {
  events: SecurityEvents
  accounts: AccountRules
  signIn: SignInRules
  signUps: SignUpRules
  credentials: CredentialRules
  exports: ExportRules
  pictures: PictureRules
  mails: Pick<MailRules, 'isOn'>
  resets: ResetByMail
  newEmails: NewEmail
  notices: Pick<Notices, 'tell'>
  device: DeviceCookie
  entry: Pick<EntryRules, 'finish'>
  sessions: SessionRules
  session: SessionCookie
  config: Pick<Config, 'passwords'>
  providers: Pick<SignInProviders, 'list' | 'of' | 'signOutAt'>
}

const kindOfWay = {
  password: 'signed in with a password',
  Google: 'signed in with Google',
  provider: 'signed in with a provider',
} as const satisfies Record<StartedSignInRow['way'], SecurityEventKind>

const aboutWay = (way: StartedSignInRow['way'], about: string | undefined) => (way === 'provider' ? { about } : {})

export function accountRoutes(mount: Mount, dependencies: Dependencies) {
  const { events, accounts, signIn, signUps, credentials, exports, pictures, sessions, session } = dependencies
  const { mails, resets, newEmails, notices, device, entry, config, providers } = dependencies
  mount(
    api.accounts.verify,
    ({ caller }) => {
      const { user, expiresInMs } = caller
      return new JsonAnswer(
        `{"user":${JSON.stringify(user)},"preferences":${preferencesText(caller)},"expiresInMs":${expiresInMs}}`,
      )
    },
    { logsNothing: true },
  )

  mount(api.accounts.login, async ({ body, request, reply }) => {
    const { user, entry: started } = await signIn.login(body, session.clientOf(request))
    if (!(await session.enter(request, reply, started))) {
      await events.record('second factor asked', request, user._id)
      throw new AppError('second_factor', 'Enter the code of your authenticator app to finish signing in.')
    }
    await events.record('signed in with a password', request, user._id, await device.signedIn(request, reply, user._id))
    return { message: `Welcome back, ${user.username}!`, user }
  })

  mount(api.secondFactor.signIn, async ({ body, request, reply }) => {
    const done = await entry.finish(session.startedOf(request), body, session.clientOf(request))
    await session.replace(request, reply, done.session)
    session.endStarted(reply)
    if (done.trusted) session.trust(reply, done.trusted)
    const { user, way, began, used } = done
    const marked = await device.signedIn(request, reply, user._id)
    await events.record(kindOfWay[way], request, user._id, { ...marked, ...aboutWay(way, providers.of(began)?.name) })
    if (used === 'recovery code') await events.record('recovery code used', request, user._id)
    return { message: `Welcome back, ${user.username}!`, user }
  })

  mount(api.accounts.signup, async ({ body, request, reply }) => {
    const { user, entry: started } = await signUps.signup(body, session.clientOf(request))
    await session.enter(request, reply, started)
    await events.record('signed up with a password', request, user._id)
    await device.signedIn(request, reply, user._id, true)
    return { message: `Welcome, ${user.username}!`, user }
  })

  mount(api.accounts.signups, async () => ({
    signups: await signUps.mode(),
    passwords: config.passwords,
    providers: providers.list(),
    sendsMail: mails.isOn,
  }))

  mount(api.accounts.forgotPassword, ({ body, request }) => resets.forgot(body.email, request.ip))
  mount(api.accounts.resetLink, ({ body }) => resets.emailOf(body.token))
  mount(api.accounts.resetPassword, async ({ body, request }) => {
    const owner = await resets.reset(body.token, body.password)
    await events.record('password reset by mail', request, owner)
    notices.tell(owner, 'password', clientOf(request))
    return { message: 'Your new password is set. Every device is signed out: sign in again.' }
  })

  mount(api.accounts.known, ({ query }) => accounts.isKnown(query.user))

  mount(api.accounts.changeEmail, ({ caller, body }) => newEmails.change(caller, body.email))
  mount(api.accounts.emailLink, ({ body }) => newEmails.emailOf(body.token))
  mount(api.accounts.confirmEmail, async ({ body, request }) => {
    const { owner, email } = await newEmails.confirm(body.token)
    await events.record('email changed', request, owner)
    return { message: `Your email is now ${email}.`, email }
  })

  mount(api.accounts.prove, async ({ caller, body, request }) => {
    await credentials.prove(caller, body, clientOf(request))
    return { message: 'Confirmed.' }
  })

  mount(api.accounts.logout, async ({ request, reply }) => {
    const caller = await session.find(request)
    const signOutAt = caller && providers.signOutAt(await sessions.providerOf(caller))
    await session.end(request, reply)
    if (caller) await events.record('signed out', request, caller.owner)
    return { message: 'Signed out.', ...(signOutAt ? { signOutAt } : {}) }
  })

  mount(api.accounts.account, ({ caller }) => accounts.account(caller))

  mount(api.accounts.updateProfile, ({ caller, body }) => accounts.rename(caller, body.username))
  mount(api.accounts.setPicture, ({ caller, body }) => pictures.set(caller, body.base64), { takesLargeBody: true })
  mount(api.accounts.removePicture, ({ caller }) => pictures.remove(caller))

  mount(api.accounts.picture, async ({ caller, params, reply }) => {
    const { type, bytes } = await pictures.find(caller.owner, params.hash)
    return reply.type(type).header('cache-control', 'private, max-age=31536000, immutable').send(bytes)
  })

  mount(api.accounts.changePassword, async ({ caller, body, request, reply }) => {
    const token = await credentials.changePassword(caller, body, session.clientOf(request))
    await session.replace(request, reply, token)
    await events.record('password changed', request, caller.owner)
    notices.tell(caller.owner, 'password', clientOf(request))
    const revoked = body.revokeAll
      ? ' All tokens, calendars, shared links, webhooks and notifications are revoked, all passkeys are removed, and Google and other providers are unlinked.'
      : ''
    return { message: `Password changed. Every other device is signed out.${revoked}` }
  })

  mount(api.accounts.setPreferences, ({ caller, body }) => accounts.setPreferences(caller, body))

  async function unlink(caller: SessionCaller, id: string, request: FastifyRequest) {
    const { provider, message } = await credentials.unlink(caller, id)
    await events.record(eventKind(provider.id, 'unlinked'), request, caller.owner, aboutProvider(provider))
    notices.tell(caller.owner, 'provider unlinked', clientOf(request))
    return { message }
  }
  mount(api.accounts.unlinkGoogle, ({ caller, request }) => unlink(caller, 'Google', request))
  mount(api.accounts.unlinkIdentity, ({ caller, params, request }) => unlink(caller, params.id, request))

  mount(api.accounts.sessions, async ({ caller }) => ({ sessions: await sessions.list(caller) }))

  mount(api.accounts.endSession, async ({ caller, params, request }) => {
    const answer = await sessions.end(caller, params.id)
    await events.record('session ended', request, caller.owner)
    return answer
  })

  mount(api.accounts.endOtherSessions, async ({ caller, request }) => {
    const answer = await sessions.endOthers(caller)
    await events.record('other sessions ended', request, caller.owner)
    return answer
  })

  mount(api.accounts.endEverythingElse, async ({ caller, request }) => {
    const answer = await credentials.endEverythingElse(caller)
    await events.record('everything else ended', request, caller.owner)
    return answer
  })

  mount(
    api.accounts.exportAll,
    async ({ caller, request, reply }) => {
      demandSameOrigin(request)
      const document = await exports.exportAll(caller)
      await events.record('data exported', request, caller.owner)
      reply.header('content-disposition', 'attachment; filename="taskdeck-export.json"')
      return new JsonAnswer(document)
    },
    { answersHeadAtOnce: true },
  )

  mount(api.accounts.deleteAccount, async ({ caller, body, request, reply }) => {
    await accounts.remove(caller, body.password, clientOf(request))
    session.clear(reply)
    await events.record('account deleted', request, caller.owner)
    return { message: 'Your account and everything in it is deleted.' }
  })
}
