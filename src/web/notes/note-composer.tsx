import { type FocusEvent, useRef } from 'react'
import { shortcutOf } from '../commands/commands.ts'
import { useCommands } from '../commands/use-commands.ts'
import type { DeckTask } from '../deck/change.ts'
import { Button } from '../ui/button.tsx'
import controls from '../ui/controls.module.css'
import { ClipIcon, UserIcon } from '../ui/icons.tsx'
import keycap from '../ui/keycap.module.css'
import { SendIcon } from '../ui/more-icons.tsx'
import { NoteField } from './note-field.tsx'
import classes from './notes.module.css'
import { useNoteChanges } from './use-note-changes.ts'

const label = 'Write a note'

function useComposer(task: DeckTask) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { add } = useNoteChanges(task)
  useCommands({ writeNote: () => field.current?.focus() })
  return { field, onSave: (text: string) => void add(text) }
}

/** Browsers scroll to the field only, not to its frame with the buttons. */
const wholeOnFocus = {
  onFocus: ({ currentTarget }: FocusEvent) => currentTarget.scrollIntoView({ block: 'nearest' }),
}

/** The field for a new note at the end of a thread. */
export function NoteComposer({ task }: { task: DeckTask }) {
  const composer = useComposer(task)
  const files = useRef<HTMLInputElement>(null)
  return (
    <div className={`${classes.item} ${classes.note}`}>
      <span className={classes.maker}>
        <UserIcon size={14} />
      </span>
      <div className={classes.composer} {...wholeOnFocus}>
        <NoteField task={task} draft="new" label={label} {...composer}>
          {({ canSave, addFiles }) => (
            <div className={classes.buttons}>
              <button
                type="button"
                className={`${controls.icon} ${controls.reachable} ${classes.clip}`}
                aria-label="Attach a file"
                title="Attach a file"
                onClick={() => files.current?.click()}
              >
                <ClipIcon size={16} />
              </button>
              <input
                ref={files}
                type="file"
                hidden
                multiple
                aria-label="Files for the note"
                onChange={({ currentTarget }) => {
                  addFiles([...(currentTarget.files ?? [])])
                  currentTarget.value = ''
                }}
              />
              <span className={`mono ${keycap.keycap} ${keycap.onWide}`} aria-hidden="true">
                {shortcutOf('saveTask')}
              </span>
              <Button type="submit" variant="default" size="small" disabled={!canSave}>
                Add note
              </Button>
            </div>
          )}
        </NoteField>
      </div>
    </div>
  )
}

/** The same as one line that grows, for a bar at the bottom. */
export function NoteLine({ task }: { task: DeckTask }) {
  const composer = useComposer(task)
  return (
    <div className={classes.line}>
      <NoteField task={task} draft="new" label={label} {...composer}>
        {({ canSave }) => (
          <>
            {!canSave && (
              <span className={`mono ${keycap.keycap} ${keycap.onWide}`} aria-hidden="true">
                {shortcutOf('writeNote')}
              </span>
            )}
            <button
              type="submit"
              className={`${controls.icon} ${controls.reachable} ${classes.send}`}
              aria-label="Add note"
              title="Add note"
              disabled={!canSave}
              // The field keeps the focus, and a phone its keyboard, for the next note.
              onMouseDown={(event) => event.preventDefault()}
            >
              <SendIcon size={16} />
            </button>
          </>
        )}
      </NoteField>
    </div>
  )
}
