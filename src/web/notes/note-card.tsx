import { memo, useState } from 'react'
import { formatTime } from '../../contract/format-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { timeAgo } from '../../contract/time-ago.ts'
import { capitalised } from '../../contract/words/capitalised.ts'
import { authorInWords } from '../../contract/words/via-words.ts'
import { useSignedIn } from '../accounts/signed-in.ts'
import { withKeys } from '../commands/commands.ts'
import type { DeckTask } from '../deck/change.ts'
import { useIsWaiting } from '../deck/current-deck.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { QuestionState } from '../questions/question-state.tsx'
import { TaskReference } from '../tasks/task-reference.tsx'
import { Button } from '../ui/button.tsx'
import { confirm } from '../ui/confirm.tsx'
import controls from '../ui/controls.module.css'
import { TrashIcon } from '../ui/icons.tsx'
import { PencilIcon } from '../ui/more-icons.tsx'
import { MakerIcon } from './maker-icon.tsx'
import { NoteField, noteDraftOf } from './note-field.tsx'
import classes from './notes.module.css'
import { noteOf, type ShownNote } from './thread.ts'
import { useNoteChanges } from './use-note-changes.ts'

interface Props {
  task: DeckTask
  note: ShownNote
  dateStyle: Preferences['dateStyle']
}

/** A note of a thread, which can be edited in place. */
export function NoteCard({ task, note, dateStyle }: Props) {
  const { user } = useSignedIn()
  const draft = noteDraftOf(user._id, task._id, note._id)
  const [isEditing, setEditing] = useState(() => draft.read() !== undefined)
  const changes = useNoteChanges(task)
  const { kind, text, via, createdAt, editedAt } = note
  // A note that is on its way is shown like the others.
  const isWaiting = useIsWaiting(task._id) && note.isWaiting
  const author = capitalised(authorInWords('You', via))
  const isOfReader = kind === 'answer'
  const close = () => {
    draft.remove()
    setEditing(false)
  }
  const cancel = async (isChanged: boolean) => {
    if (
      !isChanged ||
      (await confirm({ question: 'Discard your changes?', action: 'Discard', refusal: 'Keep editing' }))
    )
      close()
  }
  return (
    <li className={`${classes.item} ${classes.note}`}>
      <MakerIcon via={via} />
      <article
        className={classes.card}
        aria-label={`${isOfReader ? 'Answer' : note.question ? 'Question' : 'Note'} by ${author}`}
        data-waiting={isWaiting || undefined}
      >
        <div className={classes.facts}>
          <bdi className={classes.by}>{author}</bdi>·
          <time dateTime={createdAt} title={formatTime(createdAt, dateStyle)}>
            {timeAgo(createdAt)}
          </time>
          {editedAt !== null && <span title={formatTime(editedAt, dateStyle)}>· edited</span>}
          {isWaiting && <span>· waiting</span>}
          {!isEditing && !task.trashedAt && (
            <span className={classes.actions}>
              {!isOfReader && (
                <button
                  type="button"
                  className={`${controls.icon} ${controls.reachable}`}
                  aria-label="Edit note"
                  title="Edit note"
                  onClick={() => setEditing(true)}
                >
                  <PencilIcon size={14} />
                </button>
              )}
              <button
                type="button"
                className={`${controls.icon} ${controls.reachable}`}
                aria-label="Delete note"
                title="Delete note"
                onClick={() => changes.remove(note)}
              >
                <TrashIcon size={14} />
              </button>
            </span>
          )}
        </div>
        {isEditing ? (
          <NoteField
            task={task}
            draft={note._id}
            label="Edit note"
            initial={text}
            minRows={2}
            onSave={(next) => {
              close()
              if (next.trim() !== text.trim()) void changes.edit(note, next)
            }}
            onCancel={cancel}
          >
            {({ canSave }) => (
              <div className={classes.buttons}>
                <span />
                <Button variant="subtle" size="small" onClick={() => cancel(canSave)}>
                  Cancel
                </Button>
                <Button type="submit" size="small" title={withKeys('saveTask')} disabled={!canSave}>
                  Save
                </Button>
              </div>
            )}
          </NoteField>
        ) : isOfReader ? (
          // A stranger has written it: nothing in it is formatted, or a link.
          <p className={`${classes.text} ${classes.plain}`} dir="auto">
            {text}
          </p>
        ) : (
          <NoteText text={text} />
        )}
        {!isEditing && <QuestionState task={task._id} note={noteOf(note)} isOpen={!task.trashedAt} />}
      </article>
    </li>
  )
}

/** Formatted only once, because a thread may be long. */
const NoteText = memo(({ text }: { text: string }) => (
  <div className={classes.text}>
    <Markdown text={text} Reference={TaskReference} />
  </div>
))
