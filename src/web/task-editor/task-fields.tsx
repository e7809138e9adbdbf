import { type ReactNode, useRef } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { isKind } from '../../contract/task-fields.ts'
import { dueOf } from '../../contract/task-lists/due.ts'
import { useCommands } from '../commands/use-commands.ts'
import { commandsFor, type EditedField } from '../tasks/edited-fields.ts'
import { useToday } from '../tasks/today.ts'
import { CheckIcon } from '../ui/icons.tsx'
import { FieldEditor } from './field-editor.tsx'
import classes from './task-editor.module.css'
import { type Fields, shownFields } from './use-fields.ts'

interface Props {
  fields: Fields
  preferences: Preferences
  /** Whether the keys of a list lead to the fields: beside a list, they open its menus. */
  hasKeys?: boolean
}

/** The fields that are typed into. Their keys lead there; the others open menus. */
const typedFields = shownFields.filter((field) => isKind(field, 'labels') || isKind(field, 'amount'))

/** Status, priority, dates and labels. Each is saved as it changes, and says so. */
export function TaskFields({ fields, preferences, hasKeys = true }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const focus = (field: EditedField) =>
    box.current?.querySelector<HTMLElement>(`[data-field="${field}"] input`)?.focus()
  useCommands(hasKeys ? commandsFor(typedFields, focus) : {})
  return (
    <div className={classes.fields} ref={box}>
      {shownFields.map((field) => (
        <Cell key={field} field={field} fields={fields}>
          <FieldEditor {...{ field, fields, preferences }} />
        </Cell>
      ))}
    </div>
  )
}

function Cell({ field, fields, children }: { field: EditedField; fields: Fields; children: ReactNode }) {
  const { note } = fields
  return (
    <div className={classes.field} data-fields="quiet" data-field={field}>
      {children}
      {field === 'dueDate' && note?.field !== field && <Distance fields={fields} />}
      <span className={classes.note} role="status">
        {note?.field === field && (
          <>
            <CheckIcon size={14} />
            {note.words}
          </>
        )}
      </span>
    </div>
  )
}

/** How far away the due date is. */
function Distance({ fields: { values } }: { fields: Fields }) {
  const today = useToday()
  if (!values.dueDate || values.status === 'Completed') return null
  const { urgency, words } = dueOf({ ...values, completedAt: null }, today)
  return (
    <span className={classes.distance} data-urgency={urgency}>
      {words}
    </span>
  )
}
