import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { tokenCalls } from '../contract/calls/tokens.ts'
import { CallError, isTemporary } from '../contract/client.ts'
import type { Scope } from '../contract/endpoint.ts'
import { deviceGrantType, type OAuthError, tokenLimits } from '../contract/tokens.ts'
import { openBrowser } from './browser.ts'
import { callOnce, userAgent, withRetries } from './client.ts'
import type { Context } from './command.ts'
import { CliError, exitCodes, failureOf } from './errors.ts'
import { oneLine } from './output/clean.ts'
import { shellWord } from './shell-word.ts'

const clientId = 'taskdeck-cli'
/** The wait that RFC 8628 adds when the server asks to slow down. */
const slowDownMs = 5_000
/** No server makes us ask without a pause, or wait for ever. */
const [maxWaitSeconds, maxIntervalSeconds] = [3_600, 60]

const between = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

interface Wanted {
  scope: Scope
  /** Whether the page is opened in the browser. */
  isOpened: boolean
}

/** Signs in by the device authorization grant (RFC 8628): shows a code, and waits until the user has approved it in a browser. */
export async function signInDevice(
  { terminal, env, now, patience }: Context,
  url: string,
  { scope, isOpened }: Wanted,
): Promise<string> {
  const options = { origin: url, headers: { 'user-agent': userAgent }, timeoutMs: patience.timeoutMs }
  const device_name = [...hostname()].slice(0, tokenLimits.name).join('') || clientId
  const asked = await withRetries(
    (timeoutMs) =>
      callOnce(
        tokenCalls.requestDevice,
        { body: { client_id: clientId, scope, device_name } },
        { ...options, timeoutMs },
      ),
    url,
    patience,
  )
  const code = terminal.noteStyle('bold', oneLine(asked.user_code))
  terminal.note(`Open ${oneLine(asked.verification_uri)} and approve this code: ${code}`)
  if (isOpened && terminal.canAsk) openBrowser(asked.verification_uri_complete, env)
  const deadline = now().getTime() + between(asked.expires_in, 1, maxWaitSeconds) * 1000
  let intervalMs = between(asked.interval, 1, maxIntervalSeconds) * 1000
  const body = { grant_type: deviceGrantType, device_code: asked.device_code, client_id: clientId }
  while (now().getTime() < deadline) {
    await wait(intervalMs)
    try {
      return (await callOnce(tokenCalls.deviceToken, { body }, options)).access_token
    } catch (error) {
      const problem = problemOf(error)
      if (problem === 'slow_down') intervalMs += slowDownMs
      else if (problem === 'access_denied') throw notSignedIn('You have refused this device.', url)
      else if (problem === 'expired_token') break
      else if (problem !== 'authorization_pending' && !isTemporary(error)) throw failureOf(error, url)
    }
  }
  throw notSignedIn('The code has expired.', url)
}

/** The field `error` of a refusal. */
const problemOf = (error: unknown) =>
  error instanceof CallError ? (error.body as { error?: OAuthError } | undefined)?.error : undefined

const notSignedIn = (message: string, url: string) =>
  new CliError(exitCodes.notSignedIn, message, { advice: `Try again with: taskdeck login ${shellWord(url)}` })
