import type { ManyChange, Task } from '../../contract/schemas/tasks.ts'
import { type AmountName, amountFields } from '../../contract/task-fields.ts'
import { capitalised } from '../../contract/words/capitalised.ts'
import { namesOf } from '../../contract/words/task-words.ts'
import { Panel } from '../ui/panel.tsx'
import { AmountForm } from './amount-form.tsx'

interface Props {
  name: AmountName
  /** The tasks when the panel was opened. */
  tasks: Task[]
  /** The element that the panel opens at. */
  anchor: Element | null
  onChoose: (change: ManyChange) => void
  onClose: () => void
}

/** Sets an amount of tasks, or removes it. */
export function AmountPanel({ name, tasks, anchor, onChoose, onClose }: Props) {
  const field = amountFields.find((known) => known.field === name)
  if (!field) return null
  return (
    <Panel
      anchor={anchor}
      label={`Change the ${field.name}`}
      title={`${capitalised(field.name)} of ${namesOf(tasks)}`}
      width={300}
      onClose={onClose}
    >
      <AmountForm field={field} tasks={tasks} onChoose={onChoose} onClose={onClose} />
    </Panel>
  )
}
