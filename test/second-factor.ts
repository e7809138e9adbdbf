import { codeAt, fromBase32, stepAt } from '../src/server/second-factor/one-time-codes.ts'
import type { Browser } from './browser.ts'

/** Turns one-time codes on. Returns the recovery codes, and the code of the authenticator app at a time. */
export async function turnOnCodes(person: Pick<Browser, 'post' | 'put'>, now: () => number = Date.now) {
  const { secret } = (await person.post('/auth/second-factor')).body
  const code = (afterMs = 0) => codeAt(fromBase32(secret), stepAt(now() + afterMs))
  const { status, body } = await person.put('/auth/second-factor', { code: code() })
  if (status !== 200) throw new Error(`The codes cannot be turned on: ${body.message}`)
  return { secret: secret as string, recoveryCodes: body.recoveryCodes as string[], code }
}
