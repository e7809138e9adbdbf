import { plainName } from '../plain-names.ts'
import type { Proof, ProofState } from '../receipts.ts'
import type { Receipt } from '../schemas/receipts.ts'
import { timeAgo } from '../time-ago.ts'
import { isImportedVia, originalVia, tokenOfVia } from '../via.ts'
import { kindWords, stateWords } from './receipt-words.ts'

interface Shown {
  state: ProofState
  /** The newest receipt, as the task carries it. */
  proof: Proof | undefined
  /** The receipt that the state follows from. Undefined if there is none, or before it is loaded. */
  receipt: Receipt | undefined
}

/** How and when a criterion was shown, in parts: `Run`, `exit 0`, `9f31c2e`, `12 min ago`. Without the receipt, only its state. */
export function howShown({ state, proof, receipt }: Shown, now?: number): string[] {
  if (state === 'none') return ['No proof yet']
  if (!receipt) return [stateWords(state, proof?.kind)]
  const when = timeAgo(receipt.startedAt, now)
  const imported = isImportedVia(receipt.via) ? ' (imported)' : ''
  if (state === 'checked') return [`Checked by you${imported}`, when]
  const program = plainName(tokenOfVia(originalVia(receipt.via)) ?? 'a program')
  if (state === 'reported') return [`Reported by ${program}${imported}`, when]
  const kind = kindWords[receipt.kind]
  const behind = proof?.behind ?? 0
  if (state === 'stale') return [kind, `stale, ${behind} ${behind === 1 ? 'commit' : 'commits'} since`, when]
  const result = receipt.exitCode === null ? state : `exit ${receipt.exitCode}`
  return [kind, result, ...(receipt.commit ? [receipt.commit.slice(0, 7)] : []), when]
}

/** The receipt that explains the state of a criterion, of receipts that are sorted by time, newest first. A tick is explained by the last look of a person. */
export const receiptOfState = <R extends Receipt>(receipts: readonly R[], criterion: string, state: ProofState) =>
  receipts.find((one) => one.criterion === criterion && (state !== 'checked' || one.kind === 'checked'))
