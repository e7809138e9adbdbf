import { useId } from 'react'
import controls from '../../ui/controls.module.css'
import classes from './choice-segments.module.css'

interface Props<Value extends string> {
  label: string
  /** Whether the label is shown, or only said to screen readers. */
  isLabelHidden?: boolean
  value: Value
  choices: Partial<Record<Value, string>>
  onChoose: (value: Value) => void
}

/** A choice of a few, side by side. */
export function ChoiceSegments<Value extends string>({
  label,
  isLabelHidden = false,
  value,
  choices,
  onChoose,
}: Props<Value>) {
  const group = useId()
  return (
    <fieldset className="plain-group">
      <legend className={isLabelHidden ? 'visually-hidden' : classes.label}>{label}</legend>
      <div className={controls.bar}>
        {(Object.entries(choices) as [Value, string][]).map(([choice, words]) => (
          <label key={choice} className={`${controls.segment} ${classes.segment}`}>
            <input type="radio" name={group} checked={choice === value} onChange={() => onChoose(choice)} />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
