import { type FormEvent, useState } from 'react'
import type { ManyChange, Task } from '../../contract/schemas/tasks.ts'
import type { AmountField as Field } from '../../contract/task-fields.ts'
import controls from '../ui/controls.module.css'
import { AmountField, unreadAmount } from './amount-field.tsx'
import classes from './amount-form.module.css'

interface Props {
  field: Field
  tasks: Task[]
  onChoose: (change: ManyChange) => void
  onClose: () => void
}

/** Sets an amount of tasks, or removes it. If all of them have it already, the panel only closes. */
export function AmountForm({ field, tasks, onChoose, onClose }: Props) {
  const values = tasks.map((task) => task[field.field] ?? null)
  const [amount, setAmount] = useState(new Set(values).size === 1 ? (values[0] ?? null) : null)
  const set = (value: number | null) => {
    if (values.every((other) => other === value)) onClose()
    else onChoose({ [field.field]: value })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (amount !== unreadAmount) set(amount)
  }
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <AmountField field={field} isFirst value={amount} onChange={setAmount} />
      <button type="submit" className={controls.small}>
        Set
      </button>
      {values.some((value) => value !== null) && (
        <button type="button" className={controls.small} onClick={() => set(null)}>
          Remove
        </button>
      )}
    </form>
  )
}
