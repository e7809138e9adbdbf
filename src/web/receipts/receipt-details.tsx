import { useQuery } from '@tanstack/react-query'
import { fileCalls } from '../../contract/calls/files.ts'
import { callForBytes } from '../../contract/client.ts'
import { formatTime } from '../../contract/format-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { ListedReceipt } from '../../contract/schemas/receipts.ts'
import { authorInWords } from '../../contract/words/via-words.ts'
import { Button } from '../ui/button.tsx'
import { messageOf } from '../ui/failed.ts'
import { Scrollable } from '../ui/scrollable.tsx'
import { lastLines } from './last-lines.ts'
import classes from './receipts.module.css'

const shownLines = 40

interface Props {
  id: string
  taskId: string
  receipt: ListedReceipt
  dateStyle: Preferences['dateStyle']
}

/** Where and how a receipt came about, and the last lines of its output. */
export function ReceiptDetails({ id, taskId, receipt, dateStyle }: Props) {
  const { command, durationMs, machine, repository, branch, isClean, via, startedAt, output, url } = receipt
  const facts = [
    authorInWords('You', via),
    formatTime(startedAt, dateStyle),
    durationMs === null ? '' : `took ${(durationMs / 1000).toFixed(durationMs < 10_000 ? 1 : 0)} s`,
    machine && `on ${machine}`,
    [repository, branch].filter(Boolean).join(', '),
    isClean === false ? 'with uncommitted changes' : '',
  ].filter(Boolean)
  return (
    <div id={id} className={classes.details}>
      {command !== null && <code className={classes.whole}>{command}</code>}
      <p className="small muted">
        <bdi>{facts.join(' · ')}</bdi>
      </p>
      {url !== null && (
        <p className="small">
          <a href={url} target="_blank" rel="noreferrer">
            Open the run
          </a>
        </p>
      )}
      {output !== null && <Output taskId={taskId} file={output} />}
    </div>
  )
}

function Output({ taskId, file }: { taskId: string; file: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['output', file],
    queryFn: async ({ signal }) =>
      (await callForBytes(fileCalls.download, { params: { id: taskId, file } }, { signal })).text(),
    // The content of a file never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data !== undefined) return <Scrollable as="pre">{lastLines(data, shownLines)}</Scrollable>
  if (!error) return <p className="muted">Loading …</p>
  return (
    <p className="muted">
      {messageOf(error, 'The output could not be loaded.')}{' '}
      <Button variant="subtle" size="compact" onClick={() => refetch()}>
        Try again
      </Button>
    </p>
  )
}
