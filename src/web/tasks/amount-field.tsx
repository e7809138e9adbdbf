import { useId, useState } from 'react'
import type { AmountField as Field } from '../../contract/task-fields.ts'
import { amountIn } from '../../contract/words/amount-words.ts'
import { capitalised } from '../../contract/words/capitalised.ts'
import controls from '../ui/controls.module.css'
import { selectNow } from '../ui/dialog.tsx'
import { isComposing } from '../ui/layers.ts'
import classes from './amount-field.module.css'

/** The value while the typed text is not an amount. */
export const unreadAmount = -1

/** The amount that a text means: null for an empty text, and `unreadAmount` for one that means none. */
const readAmount = (text: string, field: Field) => (text.trim() === '' ? null : (amountIn(text, field) ?? unreadAmount))

interface Props {
  field: Field
  value: number | null
  /** Whether the label stands before the field if there is room. */
  isInline?: boolean
  /** Whether it takes the focus at once, with its text selected. */
  isFirst?: boolean
  /** Called with null for no amount, and with `unreadAmount` while the typed text is not an amount. */
  onChange: (amount: number | null) => void
  /** Called when the user leaves the field or presses Enter. */
  onDone?: () => void
}

/** A field for a whole number with a unit. */
export function AmountField({ field, value, isInline = false, isFirst = false, onChange, onDone }: Props) {
  const id = useId()
  /** The text while it is typed, or not an amount. */
  const [text, setText] = useState<string>()
  const [isLeft, setLeft] = useState(false)
  const isWrong = isLeft && text !== undefined && readAmount(text, field) === unreadAmount
  const finish = () => {
    setLeft(true)
    if (text === undefined || readAmount(text, field) === unreadAmount) return
    setText(undefined)
    onDone?.()
  }
  return (
    <div className={`${classes.field} ${isInline ? classes.inline : ''}`}>
      <label htmlFor={id}>{capitalised(field.name)}</label>
      <span className={`${controls.frame} ${classes.box}`}>
        <input
          ref={isFirst ? selectNow : undefined}
          id={id}
          className={controls.bare}
          inputMode="numeric"
          autoComplete="off"
          placeholder="None"
          value={text ?? (value === null ? '' : String(value))}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-problem` : undefined}
          onChange={({ currentTarget }) => {
            setLeft(false)
            setText(currentTarget.value)
            onChange(readAmount(currentTarget.value, field))
          }}
          onBlur={finish}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isComposing(event.nativeEvent)) finish()
          }}
        />
        <span aria-hidden="true">{field.unit.name}</span>
      </span>
      {isWrong && (
        <p id={`${id}-problem`} className={classes.problem}>
          Please enter whole {field.unit.name} from 0 to {field.max}.
        </p>
      )}
    </div>
  )
}
