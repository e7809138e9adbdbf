import { hash, randomBytes } from 'node:crypto'
import { passkeyLimits } from '../../contract/passkeys.ts'
import type { Database } from '../database/database.ts'
import type { PasskeyChallengeRow } from '../database/schema.ts'
import { passkeyTable } from './passkey-table.ts'

interface Dependencies {
  database: Database
  clock: () => number
}

/** The caller that may answer a challenge, and its purpose: the id of a session, or the random text in the cookie of a browser that signs in. */
export interface Asked {
  purpose: PasskeyChallengeRow['purpose']
  holder: string
}

const lastsMs = passkeyLimits.challengeMinutes * 60_000
const hashOf = (text: string) => hash('sha256', text, 'base64url')

/**
 * Random texts that passkeys sign. Each is answered once, by the browser that has asked for it, for the purpose that it was made for. In the database,
 * because the answer may reach another node.
 */
export function passkeyChallenges({ database, clock }: Dependencies) {
  const table = passkeyTable(database.db)
  return {
    async make({ purpose, holder }: Asked): Promise<string> {
      const challenge = randomBytes(32).toString('base64url')
      const row = { challenge_hash: hashOf(challenge), purpose, holder_hash: hashOf(holder), created_at: clock() }
      await table.addChallenge(row)
      return challenge
    },

    /** Uses up the challenge that an answer names, and returns it; undefined if it cannot be answered like this. */
    async use(clientDataJSON: string, { purpose, holder }: Asked): Promise<string | undefined> {
      const challenge = challengeIn(clientDataJSON)
      const row = challenge === undefined ? undefined : await table.takeChallenge(hashOf(challenge))
      const isMeant = row?.purpose === purpose && row.holder_hash === hashOf(holder)
      return isMeant && Math.abs(clock() - row.created_at) < lastsMs ? challenge : undefined
    },

    /** For background jobs. */
    forgetOld: async (): Promise<void> => void (await table.removeChallenges(clock() - lastsMs)),
  }
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}
