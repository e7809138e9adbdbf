import type { Preferences } from '../../contract/schemas/accounts.ts'
import { capitalised } from '../../contract/words/capitalised.ts'
import { remindersInWords } from '../../contract/words/reminder-words.ts'
import { runCommand } from '../commands/use-commands.ts'
import { Field } from '../ui/field.tsx'
import { BellIcon } from '../ui/icons.tsx'
import { fieldCommands } from './edited-fields.ts'

interface Props {
  value: readonly string[] | undefined
  dateStyle: Preferences['dateStyle']
}

/** When the user is reminded of a task, in words. It opens the menu that changes it. */
export const ReminderField = ({ value, dateStyle }: Props) => (
  <Field label="Reminders" start={<BellIcon size={14} />}>
    {(attributes) => (
      <button type="button" aria-haspopup="dialog" onClick={() => runCommand(fieldCommands.reminders)} {...attributes}>
        {capitalised(remindersInWords(value, dateStyle))}
      </button>
    )}
  </Field>
)
