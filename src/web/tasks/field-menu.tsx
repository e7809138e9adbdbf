import { isKind } from '../../contract/task-fields.ts'
import { namesOf } from '../../contract/words/task-words.ts'
import { commands } from '../commands/commands.ts'
import { Panel } from '../ui/panel.tsx'
import { AmountMenu } from './amount-menu.tsx'
import { ChoiceMenu } from './choice-menu.tsx'
import { DayMenu } from './day-menu.tsx'
import { type EditedField, fieldCommands, fieldTitle, type MenuProps } from './edited-fields.ts'
import { LabelsMenu } from './labels-menu.tsx'
import { ReminderMenu } from './reminder-menu.tsx'
import { RepeatMenu } from './repeat-menu.tsx'

interface Props extends MenuProps {
  /** The element that the menu opens at. */
  anchor: Element | null
}

/** The menu of a field. On a narrow screen it is a sheet. Labels are changed one by one while it is open. */
export function FieldMenu({ anchor, ...menu }: Props) {
  const { field, tasks, onClose } = menu
  return (
    <Panel
      anchor={anchor}
      label={commands[fieldCommands[field]].label}
      title={`${field === 'startDate' ? 'Snooze' : `${fieldTitle(field)} of`} ${namesOf(tasks)}`}
      width={widthOf(field)}
      onClose={onClose}
    >
      <MenuOfKind {...menu} />
    </Panel>
  )
}

function MenuOfKind({ field, ...rest }: MenuProps) {
  if (isKind(field, 'choice')) return <ChoiceMenu field={field} {...rest} />
  if (isKind(field, 'day')) return <DayMenu field={field} {...rest} />
  if (isKind(field, 'amount')) return <AmountMenu field={field} {...rest} />
  if (isKind(field, 'repeat')) return <RepeatMenu {...rest} />
  if (isKind(field, 'reminders')) return <ReminderMenu {...rest} />
  return <LabelsMenu {...rest} />
}

/** Menus with fields are wider than lists. */
function widthOf(field: EditedField): number {
  if (isKind(field, 'amount')) return 300
  if (isKind(field, 'repeat') || isKind(field, 'reminders')) return 320
  return isKind(field, 'labels') ? 280 : 240
}
