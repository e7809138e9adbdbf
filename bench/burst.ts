import { accountCalls } from '../src/contract/calls/accounts.ts'
import { load } from './load.ts'
import type { Result } from './result.ts'
import { post, signedUp, taskdeck } from './servers.ts'

const atOnce = 50
const promised = 50

/** While 50 users sign in repeatedly, and every password is hashed, other requests keep their speed. */
export async function burst(seconds: number): Promise<Result> {
  const ours = await taskdeck()
  try {
    const { cookie } = await signedUp(ours.origin)
    const people = await Promise.all(Array.from({ length: atOnce }, () => signedUp(ours.origin)))
    let busy = true
    let signIns = 0
    const signingIn = people.map(async ({ email, password }) => {
      while (busy) {
        const response = await post(ours.origin, accountCalls.login.path, { email, password })
        if (response.ok) signIns++
        await response.text()
      }
    })
    const { p99, p50 } = await load(ours.origin, { path: accountCalls.verify.path, headers: { cookie } }, seconds, 10)
    busy = false
    await Promise.all(signingIn)
    return {
      row: `verify during ${atOnce} concurrent sign-ins`,
      figure: `p99 ${p99} ms`,
      promised: `< ${promised} ms`,
      kept: p99 < promised,
      detail: `p50 ${p50} ms; ${signIns} passwords hashed at the same time`,
    }
  } finally {
    await ours.stop()
  }
}
