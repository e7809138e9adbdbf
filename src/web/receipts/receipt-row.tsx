import { useId, useState } from 'react'
import { formatTime } from '../../contract/format-day.ts'
import { stateOf } from '../../contract/receipts.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { ListedReceipt } from '../../contract/schemas/receipts.ts'
import { timeAgo } from '../../contract/time-ago.ts'
import { kindWords, receiptName } from '../../contract/words/receipt-words.ts'
import controls from '../ui/controls.module.css'
import rows from '../ui/fact-row.module.css'
import { ReceiptDetails } from './receipt-details.tsx'
import classes from './receipts.module.css'

interface Props {
  taskId: string
  receipt: ListedReceipt
  /** The sentence of its criterion, if the task still has it. */
  criterion: string | undefined
  dateStyle: Preferences['dateStyle']
}

const tones = {
  passed: 'done',
  checked: 'done',
  failed: 'critical',
  stale: 'progress',
  reported: '',
  none: '',
} as const

/** A receipt on one line, or on two on a narrow screen. A press opens its output. */
export function ReceiptRow({ taskId, receipt, criterion, dateStyle }: Props) {
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const { kind, command, exitCode, isPassed, commit, startedAt, behind } = receipt
  const state = stateOf(receipt)
  const result = exitCode !== null ? `exit ${exitCode}` : kind === 'ci' ? (isPassed ? 'passed' : 'failed') : ''
  const isStale = state === 'stale'
  return (
    <li className={classes.item}>
      <button
        type="button"
        className={`${controls.button} ${rows.row} ${classes.row}`}
        aria-expanded={isOpen}
        aria-controls={details}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={classes.kind} data-tone={tones[state] || undefined}>
          {kindWords[kind]}
        </span>
        <span className={classes.name} dir="auto">
          {criterion ?? receiptName(receipt)}
        </span>
        {criterion !== undefined && command !== null && (
          <code className={`${classes.command} ${controls.ellipsis}`} title={command}>
            {command}
          </code>
        )}
        <span className={classes.facts}>
          <span className={classes.result} data-failed={!isPassed || undefined}>
            {result}
          </span>
          <span className={classes.commit}>{commit?.slice(0, 7)}</span>
          <time
            className={classes.time}
            dateTime={startedAt}
            title={formatTime(startedAt, dateStyle)}
            data-stale={isStale || undefined}
          >
            {isStale
              ? `${timeAgo(startedAt).replace(/ ago$/, '')}, ${behind} ${behind === 1 ? 'commit' : 'commits'} behind`
              : timeAgo(startedAt)}
          </time>
        </span>
      </button>
      {isOpen && <ReceiptDetails id={details} taskId={taskId} receipt={receipt} dateStyle={dateStyle} />}
    </li>
  )
}
