import { Fragment } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Change } from '../deck/change.ts'
import { Button } from '../ui/button.tsx'
import { conflictsOf, type ShownConflict } from './conflicts.ts'
import { decisionsFor } from './decisions.ts'
import { textsIn } from './refused-text.ts'
import classes from './undecided.module.css'

export interface UndecidedProps {
  change: Change
  dateStyle: Preferences['dateStyle']
  onDecide: (run: () => Promise<void>) => Promise<void>
}

/** A change of many tasks may have as many conflicts. All of them are decided together. */
const maxConflicts = 5
const maxLines = 6

/** Why the server has not accepted a change, and what the user can do about it besides discarding it. */
export function Undecided({ change, dateStyle, onDecide }: UndecidedProps) {
  const conflicts = conflictsOf(change, dateStyle)
  const more = conflicts.length - maxConflicts
  return (
    <>
      {!conflicts.length && (
        <p className={classes.problem}>{change.problem?.message || 'The server gave no reason.'}</p>
      )}
      {!conflicts.length && <Texts texts={textsIn(change)} />}
      {conflicts.slice(0, maxConflicts).map((conflict) => (
        <Conflict key={conflict.key} conflict={conflict} />
      ))}
      {more > 0 && <p className={classes.problem}>{more === 1 ? 'And one more.' : `And ${more} more.`}</p>}
      <div className={classes.decisions}>
        {decisionsFor(change).map(({ label, decide }) => (
          <Button key={label} size="tiny" variant="default" onClick={() => onDecide(() => decide(change))}>
            {label}
          </Button>
        ))}
      </div>
    </>
  )
}

function Conflict({ conflict: { about, yours, theirs } }: { conflict: ShownConflict }) {
  if (typeof yours === 'string' || typeof theirs === 'string')
    return (
      <p className={classes.problem} dir="auto">
        {about}: yours is {yours}, elsewhere it became {theirs}
      </p>
    )
  return (
    <div className={classes.conflict}>
      <p className={classes.problem} dir="auto">
        {about}
      </p>
      <dl>
        <dt>Yours</dt>
        <Lines lines={yours} />
        <dt>From elsewhere</dt>
        <Lines lines={theirs} />
      </dl>
    </div>
  )
}

/** The whole text of the user: only this browser has it. */
function Texts({ texts }: { texts: ReturnType<typeof textsIn> }) {
  if (!texts.length) return null
  return (
    <div className={classes.conflict}>
      <dl>
        {texts.map(({ key, about, lines }) => (
          <Fragment key={key}>
            <dt>{about}</dt>
            <Lines lines={lines} isWhole />
          </Fragment>
        ))}
      </dl>
    </div>
  )
}

function Lines({ lines, isWhole = false }: { lines: string[]; isWhole?: boolean }) {
  const more = isWhole ? 0 : lines.length - maxLines
  const shown = lines.slice(0, isWhole ? undefined : maxLines).join('\n')
  return (
    <dd dir="auto">
      {shown.trim() ? shown : <i>{lines.length ? 'Empty' : 'Removed'}</i>}
      {more > 0 && <i>{more === 1 ? '\nand one more line' : `\nand ${more} more lines`}</i>}
    </dd>
  )
}
