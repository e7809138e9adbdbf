import type { ReactNode, SelectHTMLAttributes } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { SelectIcon } from './more-icons.tsx'

interface Props extends FieldProps, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> {
  /** The values that can be chosen, with their names if these differ. Groups of options are children instead. */
  options?: readonly string[] | Readonly<Record<string, string>>
  /** An icon before the value. */
  start?: ReactNode
}

/** A field with a fixed list of values. */
export function SelectField({ id, label, hint, isHintBelow, error, options = [], start, children, ...rest }: Props) {
  const entries = Array.isArray(options) ? options.map((value) => [value, value] as const) : Object.entries(options)
  return (
    <Field {...{ id, label, hint, isHintBelow, error, start }} end={<SelectIcon size={16} />}>
      {(attributes) => (
        <select {...attributes} {...rest}>
          {entries.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
          {children}
        </select>
      )}
    </Field>
  )
}
