import { useState } from 'react'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { ManyChange } from '../../../contract/schemas/tasks.ts'
import type { AmountName } from '../../../contract/task-fields.ts'
import type { Status } from '../../../contract/tasks.ts'
import { useCommands } from '../../commands/use-commands.ts'
import type { DeckTask } from '../../deck/change.ts'
import type { Fields } from '../../task-editor/use-fields.ts'
import { ChangeMenu } from '../../tasks/change-menu.tsx'
import { RepeatPanel } from '../../tasks/repeat-panel.tsx'
import type { AskedField } from '../../tasks/use-task-actions.tsx'

interface Props {
  task: DeckTask
  fields: Fields
  preferences: Preferences
  onStatus: (status: Status) => void
}

/** The menus that the keys of a list open, at the fields of the page. */
export function TaskMenu({ task, fields, preferences, onStatus }: Props) {
  const [field, setField] = useState<Exclude<AskedField, 'labels' | AmountName>>()
  useCommands({
    setStatus: () => setField('status'),
    setPriority: () => setField('priority'),
    setDue: () => setField('due'),
    snooze: () => setField('start'),
    setRepeat: () => setField('repeat'),
  })
  const choose = ({ status, priority, dueDate, startDate, repeat }: ManyChange) => {
    setField(undefined)
    if (repeat !== undefined) void fields.save('repeat', repeat, dueDate === undefined ? {} : { dueDate })
    else if (startDate !== undefined) void fields.save('startDate', startDate)
    else if (status) onStatus(status)
    else if (priority) void fields.save('priority', priority)
    else if (dueDate !== undefined) void fields.save('dueDate', dueDate)
  }
  if (!field) return null
  const menu = {
    tasks: [task],
    anchor: document.querySelector(`[data-field="${field === 'start' ? 'startDate' : field}"]`),
    preferences,
    onChoose: choose,
    onClose: () => setField(undefined),
  }
  return field === 'repeat' ? <RepeatPanel {...menu} /> : <ChangeMenu field={field} {...menu} />
}
