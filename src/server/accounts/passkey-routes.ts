import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { api } from '../../contract/calls/api.ts'
import { passkeyLimits } from '../../contract/passkeys.ts'
import { cookieJar } from '../http/cookies.ts'
import type { DeviceCookie } from '../http/device-cookie.ts'
import type { Mount } from '../http/endpoint.ts'
import { clientOf, type SessionCookie } from '../http/session.ts'
import { PasskeyRefusal } from '../passkeys/passkeys.ts'
import type { SecurityEvents } from '../security-events/security-events.ts'
import type { Config } from '../settings/config.ts'
import type { Notices } from './notices.ts'
import { CopiedPasskey, type PasskeySignIn } from './passkey-sign-in.ts'

interface Dependencies {
  config: Pick<Config, 'publicUrl'>
  passkeySignIn: PasskeySignIn
  events: Pick<SecurityEvents, 'record'>
  notices: Pick<Notices, 'tell'>
  session: SessionCookie
  device: DeviceCookie
}

/** Signing in with a passkey, and confirming the identity with one. */
export function passkeySignInRoutes(mount: Mount, dependencies: Dependencies) {
  const { config, passkeySignIn, events, notices, session, device } = dependencies
  /** Binds challenges to the browser that has asked for them. It permits nothing. */
  const cookie = cookieJar('taskdeck_passkey', config.publicUrl)
  const holderOf = (request: FastifyRequest) => /^[\w-]{43}$/.exec(cookie.read(request) ?? '')?.[0]

  /** Records why a passkey was refused, and tells the owner of one that may have been copied. */
  async function recorded<T>(request: FastifyRequest, work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      if (error instanceof PasskeyRefusal) await events.record('wrong passkey', request, error.owner)
      if (error instanceof CopiedPasskey) {
        const { owner, passkey: about } = error
        await events.record('passkey refused', request, owner, { about, mark: 'possible copy' })
        notices.tell(owner, 'passkey copied', clientOf(request))
      }
      throw error
    }
  }

  mount(api.passkeys.beginSignIn, async ({ body, request, reply }) => {
    const holder = holderOf(request) ?? randomBytes(32).toString('base64url')
    cookie.set(reply, holder, passkeyLimits.challengeMinutes * 60)
    const started = body.forCode ? { token: session.startedOf(request) } : undefined
    return { options: await passkeySignIn.begin(holder, request.host, request.ip, started) }
  })

  mount(api.passkeys.signIn, async ({ body, request, reply }) => {
    const signing = passkeySignIn.signIn(
      body.assertion,
      { holder: holderOf(request) ?? '', started: session.startedOf(request) },
      request.host,
      session.clientOf(request),
    )
    const { user, entry, passkey } = await recorded(request, signing)
    await session.enter(request, reply, entry)
    session.endStarted(reply)
    const marks = await device.signedIn(request, reply, user._id)
    await events.record('signed in with a passkey', request, user._id, { about: passkey, ...marks })
    return { message: `Welcome back, ${user.username}!`, user }
  })

  mount(api.passkeys.beginProof, async ({ caller, request }) => ({
    options: await passkeySignIn.beginProof(caller, request.host),
  }))

  mount(api.passkeys.prove, async ({ caller, body, request }) => {
    await recorded(request, passkeySignIn.prove(caller, body.assertion, request.host))
    return { message: 'Confirmed.' }
  })
}
