import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { ManyChange, Task } from '../../contract/schemas/tasks.ts'
import { type AmountName, amountFields } from '../../contract/task-fields.ts'
import { namesOf } from '../../contract/words/task-words.ts'
import { Panel } from '../ui/panel.tsx'
import { AmountPanel } from './amount-panel.tsx'
import { type ChangedField, ChangeMenu } from './change-menu.tsx'
import { LabelsMenu } from './labels-menu.tsx'
import { RepeatPanel } from './repeat-panel.tsx'

/** A field with a menu. */
export type AskedField = ChangedField | 'labels' | 'repeat' | AmountName

interface Props {
  field: AskedField
  /** The tasks when the menu was opened: a list may change meanwhile. */
  tasks: Task[]
  /** The element that the menu opens at. */
  anchor: Element | null
  preferences: Preferences
  onChoose: (change: ManyChange) => void
  onClose: () => void
}

/** The menu of a field. On a narrow screen it is a sheet. Labels are changed one by one while it is open. */
export function FieldMenu({ field, ...rest }: Props) {
  if (field === 'repeat') return <RepeatPanel {...rest} />
  if (isAmount(field)) return <AmountPanel name={field} {...rest} />
  if (field !== 'labels') return <ChangeMenu field={field} {...rest} />
  const { tasks, anchor, onClose } = rest
  return (
    <Panel
      anchor={anchor}
      label="Change the labels"
      title={`Labels of ${namesOf(tasks)}`}
      width={280}
      onClose={onClose}
    >
      <LabelsMenu ids={tasks.map(({ _id }) => _id)} />
    </Panel>
  )
}

const isAmount = (field: AskedField): field is AmountName => amountFields.some((known) => known.field === field)
