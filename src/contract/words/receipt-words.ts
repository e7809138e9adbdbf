import type { ProofState, ReceiptKind } from '../receipts.ts'
import type { Receipt } from '../schemas/receipts.ts'

/** The kinds in words. None of them says more than is known. */
export const kindWords: Record<ReceiptKind, string> = {
  reported: 'Reported',
  run: 'Run',
  ci: 'CI',
  checked: 'Checked',
}

/** The words of a state, with the kind of its receipt: `Run, passed`, `No proof`. */
export function stateWords(state: ProofState, kind: ReceiptKind | undefined): string {
  if (state === 'none') return 'No proof'
  if (state === 'stale') return 'Stale'
  const word = kind ? kindWords[kind] : 'Checked'
  return state === 'passed' || state === 'failed' ? `${word}, ${state}` : state === 'checked' ? 'Checked' : 'Reported'
}

/** A receipt on one line: its command, or what it says. */
export const receiptName = ({ command, summary }: Pick<Receipt, 'command' | 'summary'>) => command ?? summary ?? 'proof'

const resultWords = ({ kind, isPassed, exitCode }: Receipt) => {
  if (kind === 'checked') return ''
  if (exitCode !== null) return ` (exit ${exitCode})`
  if (kind === 'ci') return isPassed ? ' (passed)' : ' (failed)'
  return isPassed ? '' : ' (failed)'
}

const doneWords: Record<ReceiptKind, string> = {
  reported: 'reported',
  run: 'ran',
  ci: 'reported the check',
  checked: 'checked',
}

/** An event of a receipt, to follow the name of the user. */
export function receiptInWords(before: Receipt | undefined, after: Receipt | undefined): string {
  const shown = after ?? before
  if (!shown) return 'changed the proof'
  const name = `“${receiptName(shown)}”${resultWords(shown)}`
  return after ? `${doneWords[shown.kind]} ${name}` : `removed the receipt of ${name}`
}
