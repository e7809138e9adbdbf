import { isPlainName } from './plain-names.ts'

/**
 * The kinds of receipts, by what is known about them. `reported`: a token says so. `run`: a token says that `taskdeck prove` ran the command.
 * `ci`: a forge has signed it. `checked`: a person has looked.
 */
export const receiptKinds = ['reported', 'run', 'ci', 'checked'] as const
export type ReceiptKind = (typeof receiptKinds)[number]

/** The kinds that a call can add. The others follow from a webhook, and from a person who ticks a criterion. */
export const addedKinds = ['reported', 'run'] as const satisfies ReceiptKind[]

export const receiptLimits = {
  /** Characters of a command, and of a summary that says what was shown. */
  command: 1_000,
  summary: 200,
  /** Characters of the names of a machine, a repository and a branch. */
  name: 250,
  /** The commits before its own that a receipt names. */
  ancestors: 50,
  url: 2_000,
  /** Receipts that a task keeps. Older ones are in its history only. */
  perTask: 200,
  /** The end of an output that is stored as a completion file. */
  outputBytes: 65_536,
  /** 7 days. */
  durationMs: 7 * 86_400_000,
} as const

/** Whether a text can be a command: one line, without characters that nobody sees. */
export const isCommand = (text: string) => isPlainName(text, receiptLimits.command)
export const isReceiptName = (text: string) => isPlainName(text, receiptLimits.name)
export const isReceiptSummary = (text: string) => isPlainName(text, receiptLimits.summary)

/** The newest receipt of a criterion, as its task carries it. */
export interface Proof {
  kind: ReceiptKind
  isPassed: boolean
  /** Newer commits of the task that are known. A receipt with any is stale. */
  behind: number
}

/** The newest receipts of a task by the ids of its criteria; `task` has that of no criterion. */
export type ProofByCriterion = Record<string, Proof>

/** The key of receipts that belong to no criterion. Ids of criteria are UUIDs. */
export const ofNoCriterion = 'task'

/** The knowledge about a criterion. `none` is a criterion without a tick and without a receipt. */
export const proofStates = ['checked', 'passed', 'reported', 'stale', 'failed', 'none'] as const
export type ProofState = (typeof proofStates)[number]

/** A stale receipt shows nothing about the newer commits, whether it has passed or not; a person who has looked is not outdated by a commit. */
export function stateOf(proof: Proof | undefined): ProofState {
  if (!proof) return 'none'
  if (proof.kind === 'checked') return 'checked'
  if (proof.behind > 0) return 'stale'
  if (!proof.isPassed) return 'failed'
  return proof.kind === 'reported' ? 'reported' : 'passed'
}

/** A criterion as far as its proof is concerned. */
type Shown = { id: string; isMet: boolean; command?: string }
type Proved = { doneWhen?: readonly Shown[] | null; proof?: ProofByCriterion | null }

/** The state of a criterion. A tick is that of a person, unless the newest receipt says that a token has only reported it. */
export function criterionState({ id, isMet }: Omit<Shown, 'command'>, proof: Proved['proof']): ProofState {
  const newest = proof?.[id]
  if (isMet) return newest?.kind === 'reported' ? 'reported' : 'checked'
  // A person has taken the tick away since.
  return newest?.kind === 'checked' ? 'none' : stateOf(newest)
}

/** Whether a criterion is met: by hand, or by its newest receipt. */
export const isCriterionMet = (criterion: Omit<Shown, 'command'>, proof: Proved['proof']): boolean =>
  ['checked', 'passed', 'reported'].includes(criterionState(criterion, proof))

/** The criteria of a task that are met: `{ met: 2, all: 3 }`. */
export function metCriteria({ doneWhen, proof }: Proved): { met: number; all: number } {
  const criteria = doneWhen ?? []
  return { met: criteria.filter((one) => isCriterionMet(one, proof)).length, all: criteria.length }
}

/** Whether each criterion of a task is met, or without any, whether something was shown for the task. */
export function isTaskProved(task: Proved): boolean {
  const { met, all } = metCriteria(task)
  if (all) return met === all
  return ['checked', 'passed'].includes(stateOf(task.proof?.[ofNoCriterion]))
}

/** The kinds of proof that a task has: those of its criteria, or without any, that of the task. */
export function proofKinds({ doneWhen, proof }: Proved): ReceiptKind[] {
  const kindOf = (state: ProofState, newest: Proof | undefined) => {
    if (state === 'checked' || state === 'reported') return state
    return state === 'passed' ? newest?.kind : undefined
  }
  const ofTask = proof?.[ofNoCriterion]
  const found = doneWhen?.length
    ? doneWhen.map((criterion) => kindOf(criterionState(criterion, proof), proof?.[criterion.id]))
    : [kindOf(stateOf(ofTask), ofTask)]
  return receiptKinds.filter((kind) => found.includes(kind))
}

/** When an agent may complete a task. */
export const proofRules = ['never', 'criteria', 'always'] as const
export type ProofRule = (typeof proofRules)[number]

/** Whether a criterion has proof that is more than the word of a token. Without a command, that word is enough. */
function isProved(criterion: Shown, proof: Proved['proof']): boolean {
  const state = criterionState(criterion, proof)
  return state === 'checked' || state === 'passed' || (state === 'reported' && !criterion.command)
}

/** The proof that is missing before an agent may complete a task: criteria with their numbers, or any proof at all. Undefined if none is missing. */
export function missingProof<C extends Shown>(
  rule: ProofRule,
  { doneWhen, proof }: { doneWhen?: readonly C[] | null; proof?: Proved['proof'] },
): { criteria: { place: number; criterion: C }[] } | undefined {
  if (rule === 'never') return undefined
  const criteria = (doneWhen ?? [])
    .map((criterion, index) => ({ place: index + 1, criterion }))
    .filter(({ criterion }) => !isProved(criterion, proof))
  if (criteria.length) return { criteria }
  const isUnproved = !doneWhen?.length && rule === 'always' && stateOf(proof?.[ofNoCriterion]) !== 'passed'
  return isUnproved ? { criteria: [] } : undefined
}

/** The commits of a task that are known, with the time since which they are. */
export interface KnownCommit {
  hash: string
  at: string
}

/** The part of a receipt that says which commit it is about, and when. */
export interface Dated {
  commit: string | null
  startedAt: string
  /** The beginnings of the hashes of the commits before it, as far as they are known. */
  ancestors?: readonly string[]
}

/** The beginning of a hash that is enough to tell the commits of a repository apart. */
export const shortHash = (hash: string) => hash.slice(0, 16)

/**
 * How many known commits of the task are newer than that of a receipt. If a receipt says that one was made from the other, that decides. Otherwise,
 * commits that name the task (`linked`) are compared by their order, and one that is only known from a receipt is as old as its first run.
 */
export function commitsBehind(receipt: Dated, receipts: readonly Dated[], linked: readonly KnownCommit[]): number {
  const linkedAt = new Map(linked.map(({ hash, at }) => [hash, at]))
  const firstRun = new Map<string, string>()
  for (const { commit, startedAt } of receipts) {
    const known = commit && firstRun.get(commit)
    if (commit && (!known || startedAt < known)) firstRun.set(commit, startedAt)
  }
  const own = receipt.commit
  const ownLink = own ? linkedAt.get(own) : undefined
  const ownRun = (own && firstRun.get(own)) || receipt.startedAt
  const named = receipts.filter(({ ancestors }) => ancestors?.length)
  const isAncestor = (hash: string, of: string) =>
    named.some(({ commit, ancestors }) => commit === of && ancestors?.includes(shortHash(hash)))
  const isNewer = (hash: string) => {
    if (own && isAncestor(hash, own)) return false
    if (own && isAncestor(own, hash)) return true
    const [link, run] = [linkedAt.get(hash), firstRun.get(hash)]
    if (link && ownLink) return link > ownLink
    // It is known since the first of both.
    return (run && link && link < run ? link : (run ?? link ?? '')) > ownRun
  }
  return [...new Set([...linkedAt.keys(), ...firstRun.keys()])].filter((hash) => hash !== own && isNewer(hash)).length
}
