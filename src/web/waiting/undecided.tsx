import { Fragment } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Change } from '../deck/change.ts'
import { remakeChange } from '../deck/current-deck.ts'
import { resolved } from '../deck/resolve.ts'
import { Button } from '../ui/button.tsx'
import { ConflictForm } from './conflict-form.tsx'
import { conflictsOf } from './conflicts.ts'
import { decisionsFor } from './decisions.ts'
import { textsIn } from './refused-text.ts'
import classes from './undecided.module.css'

export interface UndecidedProps {
  change: Change
  dateStyle: Preferences['dateStyle']
  onDecide: (run: () => Promise<void>) => Promise<void>
}

/** Why the server has not accepted a change, and what the user can do about it besides discarding it. */
export function Undecided({ change, dateStyle, onDecide }: UndecidedProps) {
  const conflicts = conflictsOf(change, dateStyle)
  if (conflicts.length)
    return (
      <ConflictForm
        conflicts={conflicts}
        isSmall
        onChoose={(sideOf) => onDecide(() => remakeChange(change, resolved(change, sideOf)))}
      />
    )
  return (
    <>
      <p className={classes.problem}>{change.problem?.message || 'The server gave no reason.'}</p>
      <Texts texts={textsIn(change)} />
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

/** The whole text of the user: only this browser has it. */
function Texts({ texts }: { texts: ReturnType<typeof textsIn> }) {
  if (!texts.length) return null
  return (
    <dl className={classes.texts}>
      {texts.map(({ key, about, text }) => (
        <Fragment key={key}>
          <dt>{about}</dt>
          <dd dir="auto">{text}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
