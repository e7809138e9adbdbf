import type { Criterion } from '../../contract/done-when.ts'
import { AppError } from '../../contract/errors.ts'
import { missingProof, type ProofRule } from '../../contract/receipts.ts'
import type { TaskValues } from '../../contract/task-fields.ts'
import { tokenOfVia } from '../../contract/via.ts'
import type { TaskRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'

/** When tokens of the owner of a draft may complete a task. */
export type ProofRuleOf = (draft: Pick<Draft, 'tx' | 'owner'>) => Promise<ProofRule>

/** Checks within a change that a token completes only tasks with the proof that their owner asks for. Fails with `needs_proof`. */
export function proofCheck(ruleOf: ProofRuleOf, draft: Draft) {
  let rule: ProofRule | undefined
  return async ({ number, proof }: Pick<TaskRow, 'number' | 'proof'>, { doneWhen }: Pick<TaskValues, 'doneWhen'>) => {
    if (tokenOfVia(draft.via) === undefined) return
    rule ??= await ruleOf(draft)
    const missing = missingProof(rule, { doneWhen: doneWhen ?? [], proof: proof === null ? null : JSON.parse(proof) })
    if (missing) throw unproved(number, missing.criteria)
  }
}

function unproved(number: number, criteria: { place: number; criterion: Criterion }[]): AppError {
  const open = criteria.map(({ place, criterion }) => ({ place, ...criterion }))
  const steps = open.length
    ? open.map((one) => stepFor(number, one)).join(' ')
    : `Run: taskdeck prove ${number} -- COMMAND`
  return new AppError('needs_proof', `Agents complete #${number} only with proof. Nothing was changed. ${steps}`, {
    more: { criteria: open.map(({ place, text, command = null }) => ({ place, text, command })) },
  })
}

const stepFor = (number: number, { place, text, command }: Criterion & { place: number }) =>
  command
    ? `Open: ${place} “${text}”, shown by “${command}”: run taskdeck prove ${number} --for ${place}.`
    : `Open: ${place} “${text}”, without a command: run one with taskdeck prove ${number} --for ${place} -- COMMAND, or report it.`
