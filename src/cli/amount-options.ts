import { type AmountField, type AmountName, amountFields } from '../contract/task-fields.ts'
import type { Option } from './command.ts'

/** An option for each amount, by the name of its field. */
export const amountOptions = <const O extends Option>(option: (field: AmountField) => O) =>
  Object.fromEntries(amountFields.map((field) => [field.field, option(field)])) as Record<AmountName, O>
