import type { InputHTMLAttributes, Ref } from 'react'
import { Field, type FieldProps } from './field.tsx'

interface Props extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  ref?: Ref<HTMLInputElement>
}

/** A field for one line of text. The class is that of the input. */
export function TextField({ id, label, hint, isHintBelow, error, className = '', ...rest }: Props) {
  return (
    <Field {...{ id, label, hint, isHintBelow, error }}>
      {({ className: own, ...attributes }) => (
        // Arabic and Hebrew text begins at the right.
        <input type="text" dir="auto" className={`${own} ${className}`} {...attributes} {...rest} />
      )}
    </Field>
  )
}
