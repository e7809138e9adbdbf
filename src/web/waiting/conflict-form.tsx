import { type ReactNode, useState } from 'react'
import type { Side } from '../../contract/merge-text.ts'
import type { Contested, SideOf } from '../deck/resolve.ts'
import { Button } from '../ui/button.tsx'
import classes from './conflict-form.module.css'
import type { ShownConflict } from './conflicts.ts'

interface Props {
  conflicts: ShownConflict[]
  onChoose: (sideOf: SideOf) => void
  /** Whether it is a part of a list, with small buttons. */
  isSmall?: boolean
  /** Other buttons, before the one that saves the choice. */
  children?: ReactNode
}

const names: Record<Side, string> = { wanted: 'Yours', current: 'From elsewhere', both: 'Both' }

/** Lets the user choose a side of each conflict. It is the only presentation of conflicts. */
export function ConflictForm({ conflicts, onChoose, isSmall = false, children }: Props) {
  const [chosen, setChosen] = useState<Partial<Record<string, Side>>>({})
  const sideOf = (field: string) => chosen[field] ?? 'wanted'
  return (
    <form
      className={classes.form}
      data-small={isSmall || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        onChoose(sideOf)
      }}
    >
      {conflicts.map(({ field, about, choices }) => (
        <fieldset key={field} className={classes.choice}>
          <legend dir="auto">{about}</legend>
          {choices.map(({ side, words }) => (
            <Choice
              key={side}
              {...{ field, side, words }}
              isChosen={sideOf(field) === side}
              onChoose={() => setChosen({ ...chosen, [field]: side })}
            />
          ))}
        </fieldset>
      ))}
      <div className="row end">
        {children}
        <Button type="submit" size={isSmall ? 'tiny' : 'medium'}>
          Save my choice
        </Button>
      </div>
    </form>
  )
}

interface ChoiceProps {
  field: Contested
  side: Side
  words: string
  isChosen: boolean
  onChoose: () => void
}

const Choice = ({ field, side, words, isChosen, onChoose }: ChoiceProps) => (
  <label>
    <input type="radio" name={field} checked={isChosen} onChange={onChoose} />
    <b dir="auto">{words}</b>
    <span>{names[side]}</span>
  </label>
)
