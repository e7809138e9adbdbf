import { useState } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { DeckTask } from '../deck/change.ts'
import { Button } from '../ui/button.tsx'
import { messageOf } from '../ui/failed.ts'
import { Rows } from '../ui/rows.tsx'
import { Subheading } from '../ui/subheading.tsx'
import { ReceiptRow } from './receipt-row.tsx'
import classes from './receipts.module.css'
import { useReceipts } from './use-receipts.ts'

const shownAtFirst = 5

interface Props {
  task: DeckTask
  dateStyle: Preferences['dateStyle']
  isNarrow: boolean
}

/** The receipts of a task, newest first. Nothing if it has none. */
export function Receipts({ task, dateStyle, isNarrow }: Props) {
  const { isKnown, receipts, error, refetch } = useReceipts(task)
  const [areAllShown, setAllShown] = useState(false)
  if (!isKnown) return null
  const criteria = new Map((task.doneWhen ?? []).map(({ id, text }) => [id, text]))
  const older = (receipts?.length ?? 0) - shownAtFirst
  return (
    <section aria-label="Receipts">
      <div className={classes.heading}>
        <Subheading>{isNarrow ? 'Receipts' : 'Proof'}</Subheading>
        <span className="small muted">newest first</span>
      </div>
      {!receipts && !error && <p className="muted">Loading …</p>}
      {!receipts && error && (
        <p className="muted">
          {messageOf(error, 'The proof of this task could not be loaded.')}{' '}
          <Button variant="subtle" size="compact" onClick={() => refetch()}>
            Try again
          </Button>
        </p>
      )}
      {receipts && (
        <Rows label="Proof">
          {receipts.slice(0, areAllShown ? undefined : shownAtFirst).map((receipt) => (
            <ReceiptRow
              key={receipt._id}
              taskId={task._id}
              receipt={receipt}
              criterion={receipt.criterion ? criteria.get(receipt.criterion) : undefined}
              dateStyle={dateStyle}
            />
          ))}
          <li className={classes.words}>
            Reported: a token says so. Run: taskdeck prove ran the command. CI: the forge signed it. Checked: a person
            looked.
          </li>
        </Rows>
      )}
      {older > 0 && !areAllShown && (
        <Button className="above-8" variant="subtle" size="compact" onClick={() => setAllShown(true)}>
          Show {older} older
        </Button>
      )}
    </section>
  )
}
