import { useState } from 'react'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { isKind } from '../../../contract/task-fields.ts'
import { useCommands } from '../../commands/use-commands.ts'
import type { DeckTask } from '../../deck/change.ts'
import type { Fields } from '../../task-editor/use-fields.ts'
import { commandsFor, type EditedField, editedFields } from '../../tasks/edited-fields.ts'
import { FieldMenu } from '../../tasks/field-menu.tsx'
import { useMediaQuery } from '../../ui/use-window.ts'

interface Props {
  task: DeckTask
  fields: Fields
  preferences: Preferences
}

/** The keys of fields that are typed into lead there, where they are fields. */
const menus = editedFields.filter((field) => !isKind(field, 'labels') && !isKind(field, 'amount'))

/** The menus that the keys of a list open, at the fields of the page. On a narrow screen, the facts open all of them, as sheets. */
export function TaskMenu({ task, fields, preferences }: Props) {
  const [field, setField] = useState<EditedField>()
  const isNarrow = useMediaQuery('(max-width: 991.98px)')
  useCommands(commandsFor(isNarrow ? editedFields : menus, setField))
  if (!field) return null
  return (
    <FieldMenu
      field={field}
      tasks={[task]}
      anchor={document.querySelector(`[data-field="${field}"]`)}
      preferences={preferences}
      onChoose={({ [field]: value, ...more }: Partial<Pick<Task, EditedField>>) => {
        setField(undefined)
        if (value !== undefined) void fields.save(field, value, more)
      }}
      onClose={() => setField(undefined)}
    />
  )
}
