import { type FormEvent, useState } from 'react'
import { amountField, type NameOfKind } from '../../contract/task-fields.ts'
import controls from '../ui/controls.module.css'
import { AmountField, unreadAmount } from './amount-field.tsx'
import classes from './amount-menu.module.css'
import type { MenuProps } from './edited-fields.ts'

/** Sets an amount of tasks, or removes it. If all of them have it already, the panel only closes. */
export function AmountMenu({ field, tasks, onChoose, onClose }: MenuProps<NameOfKind<'amount'>>) {
  const values = tasks.map((task) => task[field] ?? null)
  const [amount, setAmount] = useState(new Set(values).size === 1 ? (values[0] ?? null) : null)
  const set = (value: number | null) => {
    if (values.every((other) => other === value)) onClose()
    else onChoose({ [field]: value })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (amount !== unreadAmount) set(amount)
  }
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <AmountField field={amountField(field)} isFirst value={amount} onChange={setAmount} />
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
