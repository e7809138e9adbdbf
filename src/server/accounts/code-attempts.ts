import { AppError } from '../../contract/errors.ts'
import { addressKey } from '../callers/address-key.ts'
import type { Client } from '../callers/caller.ts'
import { isRecoveryCode, typedCode } from '../second-factor/recovery-codes.ts'
import type { AttemptLimits, Limit } from './attempts.ts'

interface Dependencies {
  attempts: AttemptLimits
  /** Called for every wrong code. */
  onWrongCode: (client: Client, user: string) => Promise<void>
}

const minute = 60_000

/** Limits the guesses of one-time codes and recovery codes, at a sign-in and when users confirm their identity. */
export function codeAttempts({ attempts, onWrongCode }: Dependencies) {
  /** Runs work that uses the code up, and returns undefined if it is wrong or was used. Then this fails with `forbidden`. */
  return async function attempt<T>(
    owner: string,
    code: string,
    client: Client,
    work: () => Promise<T | undefined>,
  ): Promise<T> {
    const limits = limitsOf(owner, client.ip, isRecoveryCode(typedCode(code)))
    await attempts.take(limits)
    const done = await work()
    if (done === undefined) {
      await onWrongCode(client, owner)
      throw new AppError('forbidden', 'This code is wrong or was used already. Wait for the next one, and try again.')
    }
    await attempts.giveBack(limits)
    return done
  }
}

export type CodeAttempts = ReturnType<typeof codeAttempts>

/** Recovery codes count apart, so that somebody who knows the password cannot keep their owner out by guessing one-time codes. */
function limitsOf(owner: string, ip: string, isRecovery: boolean): Limit[] {
  const kind = isRecovery ? 'recovery code' : 'one-time code'
  return [
    { key: `${kind} ${owner} ${addressKey(ip)}`, max: 10, windowMs: 15 * minute },
    { key: `${kind} ${owner}`, max: 30, windowMs: 60 * minute },
  ]
}
