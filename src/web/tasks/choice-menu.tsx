import { type NameOfKind, taskFields } from '../../contract/task-fields.ts'
import { commands } from '../commands/commands.ts'
import { Listbox } from '../ui/listbox.tsx'
import { fieldCommands, type MenuProps } from './edited-fields.ts'
import { choiceIcon } from './marks.tsx'

/** Chooses one value for all given tasks. If all of them have it already, the menu only closes. */
export function ChoiceMenu({ field, tasks, onChoose, onClose }: MenuProps<NameOfKind<'choice'>>) {
  const options = taskFields[field].options.map((value) => ({ value, label: value, icon: choiceIcon(field, value) }))
  const current = tasks.map((task) => task[field])
  const choose = (value: string) => {
    if (current.every((other) => other === value)) onClose()
    else onChoose({ [field]: value })
  }
  return <Listbox label={commands[fieldCommands[field]].label} options={options} current={current} onChoose={choose} />
}
