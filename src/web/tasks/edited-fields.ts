import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { ManyChange, Task } from '../../contract/schemas/tasks.ts'
import { amountFields, type NameOfKind, taskFields } from '../../contract/task-fields.ts'
import { capitalised } from '../../contract/words/capitalised.ts'
import { amountCommand, type CommandId } from '../commands/commands.ts'

/** The kinds of fields that have an editor: a field on a page or in a form, and a menu. */
type EditedKind = 'choice' | 'day' | 'amount' | 'repeat' | 'reminders' | 'labels'
export type EditedField = NameOfKind<EditedKind>

/** The props of the menu of every kind of field. */
export interface MenuProps<Field extends EditedField = EditedField> {
  field: Field
  /** The tasks when the menu was opened: a list may change meanwhile. */
  tasks: Task[]
  preferences: Preferences
  onChoose: (change: ManyChange) => void
  onClose: () => void
}

const amountCommands = Object.fromEntries(amountFields.map(({ field }) => [field, amountCommand(field)])) as Record<
  NameOfKind<'amount'>,
  CommandId
>

/** The commands that open the menus of fields, in the order of the fields on a page. */
export const fieldCommands: Record<EditedField, CommandId> = {
  status: 'setStatus',
  priority: 'setPriority',
  dueDate: 'setDue',
  startDate: 'snooze',
  ...amountCommands,
  repeat: 'setRepeat',
  reminders: 'setReminders',
  labels: 'setLabels',
}
export const editedFields = Object.keys(fieldCommands) as EditedField[]

/** The name of a field at the beginning of a sentence. */
export const fieldTitle = (field: EditedField) => capitalised(taskFields[field].name)

/** The commands that call a function with their field. */
export const commandsFor = (fields: readonly EditedField[], run: (field: EditedField) => void) =>
  Object.fromEntries(fields.map((field) => [fieldCommands[field], () => run(field)]))
