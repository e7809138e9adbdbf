import { useState } from 'react'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { ManyChange } from '../../../contract/schemas/tasks.ts'
import type { Status } from '../../../contract/tasks.ts'
import { useCommands } from '../../commands/use-commands.ts'
import type { DeckTask } from '../../deck/change.ts'
import type { Fields } from '../../task-editor/use-fields.ts'
import { type AskedField, FieldMenu } from '../../tasks/field-menu.tsx'
import { useMediaQuery } from '../../ui/use-window.ts'

interface Props {
  task: DeckTask
  fields: Fields
  preferences: Preferences
  onStatus: (status: Status) => void
}

/** The menus that the keys of a list open, at the fields of the page. On a narrow screen, the facts open them, as sheets. */
export function TaskMenu({ task, fields, preferences, onStatus }: Props) {
  const [field, setField] = useState<AskedField>()
  const isNarrow = useMediaQuery('(max-width: 991.98px)')
  useCommands({
    setStatus: () => setField('status'),
    setPriority: () => setField('priority'),
    setDue: () => setField('due'),
    snooze: () => setField('start'),
    setRepeat: () => setField('repeat'),
  })
  // Elsewhere the key leads into the field.
  useCommands(isNarrow ? { setLabels: () => setField('labels') } : {})
  const choose = ({ status, priority, dueDate, startDate, repeat }: ManyChange) => {
    setField(undefined)
    if (repeat !== undefined) void fields.save('repeat', repeat, dueDate === undefined ? {} : { dueDate })
    else if (startDate !== undefined) void fields.save('startDate', startDate)
    else if (status) onStatus(status)
    else if (priority) void fields.save('priority', priority)
    else if (dueDate !== undefined) void fields.save('dueDate', dueDate)
  }
  if (!field) return null
  return (
    <FieldMenu
      field={field}
      tasks={[task]}
      anchor={document.querySelector(`[data-field="${field === 'start' ? 'startDate' : field}"]`)}
      preferences={preferences}
      onChoose={choose}
      onClose={() => setField(undefined)}
    />
  )
}
