import { type ReactNode, useId } from 'react'
import classes from './field.module.css'

export interface FieldProps {
  id?: string | undefined
  label?: string | undefined
  /** A sentence about what to enter, above the field. */
  hint?: string | undefined
  /** Whether the hint is below the field. */
  isHintBelow?: boolean | undefined
  /** Says why the value is wrong; `true` if another field says it. */
  error?: string | boolean | undefined
}

/** The attributes that connect a control with its label, hint and error. */
interface Attributes {
  id: string
  className: string | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface Props extends FieldProps {
  /** Icons before and after the value. */
  start?: ReactNode
  end?: ReactNode
  children: (attributes: Attributes) => ReactNode
}

/** A control with its label, hint and error. An ancestor with `data-fields="quiet"` sets the label beside it, and shows its frame only on demand. */
export function Field({ id: given, label, hint, isHintBelow = false, error, start, end, children }: Props) {
  const made = useId()
  const id = given ?? made
  const hasWords = typeof error === 'string' && error !== ''
  const described = [hasWords && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const shownHint = hint && (
    <p id={`${id}-hint`} className={classes.hint}>
      {hint}
    </p>
  )
  return (
    <div className={classes.field} data-invalid={Boolean(error) || undefined}>
      {label && (
        <label id={`${id}-label`} htmlFor={id} className={classes.label}>
          {label}
        </label>
      )}
      {!isHintBelow && shownHint}
      <div
        className={classes.box}
        data-field-box
        data-start={Boolean(start) || undefined}
        data-end={Boolean(end) || undefined}
      >
        {start && <span className={classes.start}>{start}</span>}
        {children({
          id,
          className: classes.input,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': described || undefined,
        })}
        {end && <span className={classes.end}>{end}</span>}
      </div>
      {isHintBelow && shownHint}
      {hasWords && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
