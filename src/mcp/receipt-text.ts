import type { Criterion } from '../contract/done-when.ts'
import type { ListedReceipt } from '../contract/schemas/receipts.ts'
import { kindWords, receiptName } from '../contract/words/receipt-words.ts'
import { authorInWords } from '../contract/words/via-words.ts'
import { inLine } from './task-text.ts'

/** Receipts that are shown with their task. */
const maxReceipts = 5

/** The newest receipts of a task, as data and as Markdown. Their words say no more than is known. */
export function receiptsText(receipts: readonly ListedReceipt[], criteria: readonly Criterion[]) {
  const shown = receipts.slice(0, maxReceipts).map((receipt) => {
    const { kind, criterion, exitCode, isPassed, commit, behind, startedAt, via } = receipt
    const shows = criteria.find(({ id }) => id === criterion)?.text
    return {
      ...{ kind: kindWords[kind], name: receiptName(receipt), isPassed },
      ...(shows === undefined ? {} : { shows }),
      ...(exitCode === null ? {} : { exitCode }),
      ...(commit === null ? {} : { commit: commit.slice(0, 12) }),
      ...(behind ? { behind } : {}),
      ...{ at: startedAt, by: inLine(authorInWords('the user', via)) },
    }
  })
  const lines = shown.map(({ kind, name, shows, isPassed, exitCode, commit, behind, at, by }) => {
    const result = exitCode === undefined ? (isPassed ? 'passed' : 'failed') : `exit ${exitCode}`
    const facts = [
      ...[kind, inLine(name), shows && shows !== name && `for ${inLine(shows)}`],
      ...[(kind === 'Run' || kind === 'CI' || !isPassed) && result, commit],
      ...[behind && `stale, ${behind} newer ${behind === 1 ? 'commit' : 'commits'}`, at, by],
    ]
    return `- ${facts.filter(Boolean).join(' · ')}`
  })
  const more = receipts.length - shown.length
  return {
    text: ['## Proof, newest first', '', ...lines, ...(more > 0 ? [`- ${more} more`] : [])].join('\n'),
    data: { receipts: shown, ...(more > 0 ? { olderReceipts: more } : {}) },
  }
}
