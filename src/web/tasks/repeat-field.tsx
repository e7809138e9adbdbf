import { formatDay } from '../../contract/format-day.ts'
import type { Repeat } from '../../contract/repeat.ts'
import { repeatWords } from '../../contract/repeat-words.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { capitalised } from '../../contract/words/capitalised.ts'
import { runCommand } from '../commands/use-commands.ts'
import { Field } from '../ui/field.tsx'
import { RepeatIcon } from '../ui/icons.tsx'
import { fieldCommands } from './edited-fields.ts'

interface Props {
  value: Repeat | null
  dateStyle: Preferences['dateStyle']
}

/** How a task repeats, in words. It opens the menu that changes it. */
export const RepeatField = ({ value, dateStyle }: Props) => (
  <Field label="Repeat" start={<RepeatIcon size={14} />}>
    {(attributes) => (
      <button type="button" aria-haspopup="dialog" onClick={() => runCommand(fieldCommands.repeat)} {...attributes}>
        {value ? capitalised(repeatWords(value, (day) => formatDay(day, dateStyle))) : 'Does not repeat'}
      </button>
    )}
  </Field>
)
