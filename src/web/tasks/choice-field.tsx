import { type NameOfKind, type TaskValues, taskFields } from '../../contract/task-fields.ts'
import { SelectField } from '../ui/select-field.tsx'
import { fieldTitle } from './edited-fields.ts'
import { choiceIcon } from './marks.tsx'

interface Props<Field extends NameOfKind<'choice'>> {
  id?: string
  field: Field
  value: TaskValues[Field]
  /** Whether the icon of the value stands before it. */
  hasIcon?: boolean
  onChange: (value: TaskValues[Field]) => void
}

/** A field for one of a few values. */
export function ChoiceField<Field extends NameOfKind<'choice'>>({ id, field, value, hasIcon, onChange }: Props<Field>) {
  return (
    <SelectField
      id={id}
      label={fieldTitle(field)}
      start={hasIcon && choiceIcon(field, value)}
      options={taskFields[field].options}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as TaskValues[Field])}
    />
  )
}
