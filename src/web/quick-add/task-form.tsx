import { type ReactNode, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { newId } from '../../contract/new-id.ts'
import { taskLimits } from '../../contract/tasks.ts'
import { namesOf } from '../../contract/words/task-words.ts'
import type { SessionState } from '../accounts/kept-session.ts'
import { shortcutOf } from '../commands/commands.ts'
import { earlyText } from '../commands/early-keys.ts'
import { useCommands } from '../commands/use-commands.ts'
import { rememberScreen } from '../navigation/remember-screen.ts'
import { TextSuggestions } from '../suggestions/text-suggestions.tsx'
import { ChoiceField } from '../tasks/choice-field.tsx'
import { DueDateField } from '../tasks/due-date-field.tsx'
import { LabelsField } from '../tasks/labels-field.tsx'
import { labelsProblem } from '../tasks/labels-problem.ts'
import { useToday } from '../tasks/today.ts'
import { useChange } from '../tasks/use-change.ts'
import { Button } from '../ui/button.tsx'
import { filled } from '../ui/form-checks.ts'
import keycap from '../ui/keycap.module.css'
import sheet from '../ui/sheet-foot.module.css'
import { TextField } from '../ui/text-field.tsx'
import { TextareaField } from '../ui/textarea-field.tsx'
import { useUnsaved } from '../ui/unsaved.ts'
import { useFirstFocus } from '../ui/use-first-focus.ts'
import { useForm } from '../ui/use-form.ts'
import { Chips } from './chips.tsx'
import { emptyDraft, type FormDraft, formDraftOf, isEmpty, lineOf, otherValues } from './form-draft.ts'
import { parseInDeck, readingOn } from './parse-in-deck.ts'
import classes from './task-form.module.css'

interface Props {
  session: SessionState
  /** A card on a page of its own, or the content of a sheet. */
  kind: 'card' | 'sheet'
  /** Whether it says that it was begun before. */
  isResumed: boolean
  /** Called if the user is still here when the task is added. */
  onAdded: () => void
  /** The way out; the given function forgets the draft. */
  cancel: (forget: () => void) => ReactNode
}

/** The form for a new task. A failed submission loses nothing, and an unfinished form is kept as a draft. */
export function TaskForm({ session: { user, preferences }, kind, isResumed, onAdded, cancel }: Props) {
  const draft = formDraftOf(user._id)
  const [found, setFound] = useState(draft.read)
  const change = useChange()
  const title = useFirstFocus()
  const description = useRef<HTMLTextAreaElement>(null)
  const [isAdding, setAdding] = useState(false)
  /** Known at once, before the next render. */
  const isSent = useRef(false)
  const form = useForm<FormDraft>({
    initialValues: found ?? emptyDraft,
    onValuesChange: draft.save,
    validate: {
      title: filled('Please give the task a title.'),
      description: filled('Please describe the task.'),
      dueDate: filled('Please choose a due date.'),
      labels: labelsProblem,
    },
  })
  const today = useToday()
  const { words } = form.values
  const others = useMemo(
    () => parseInDeck(lineOf({ words }), readingOn(today, preferences.dateStyle)),
    [words, today, preferences.dateStyle],
  )
  const keepAsText = (word: string) => {
    form.set('words', words.replace(word, '').replace(/\s+/g, ' ').trim())
    form.set('title', `${form.values.title} ${word}`.trim())
  }
  const addEarlyText = useEffectEvent(() => {
    if (earlyText()) form.set('title', form.values.title + earlyText())
  })
  useLayoutEffect(() => addEarlyText(), [])
  useUnsaved(!isEmpty(form.values))
  const submit = form.onSubmit(async ({ words: _, ...task }) => {
    if (isSent.current) return
    isSent.current = true
    setAdding(true)
    const isStillHere = rememberScreen()
    const added = await change(
      { kind: 'create', tasks: [{ ...otherValues(others), ...task, _id: newId() }] },
      {
        message: (made) => `Added ${namesOf(made)}`,
        failure: 'Error adding task',
        fallback: 'The server gave no reason.',
        lead: 'Error: ',
        isInputKept: true,
      },
    )
    if (!added) {
      isSent.current = false
      return setAdding(false)
    }
    draft.remove()
    if (isStillHere()) onAdded()
  })
  useCommands({ saveTask: () => submit() })
  const choiceOf = <F extends 'priority' | 'status' | 'labels'>(field: F) => ({
    id: form.idOf(field),
    value: form.values[field],
    onChange: (value: FormDraft[F]) => form.set<F>(field, value),
  })
  const clearForm = () => {
    form.setAll(emptyDraft)
    setFound(undefined)
    title.current?.focus()
  }
  return (
    <>
      {found && isResumed && (
        <p className="muted below-16" role="status">
          This is your draft. It is not added yet.{' '}
          <button className="link" type="button" onClick={clearForm}>
            Clear the form
          </button>
        </p>
      )}
      <form noValidate onSubmit={submit} className={classes[kind]}>
        <div className="stack">
          <TextField label="Title" ref={title} maxLength={taskLimits.title} {...form.field('title')} />
          <TextareaField
            label="Description"
            hint="You can use Markdown."
            isHintBelow
            minRows={kind === 'card' ? 5 : 2}
            maxRows={16}
            maxLength={taskLimits.description}
            ref={description}
            {...form.field('description')}
          />
          <TextSuggestions field={description} />
          <div className="columns-3">
            <ChoiceField field="priority" {...choiceOf('priority')} />
            <DueDateField
              id={form.idOf('dueDate')}
              label="Due date"
              value={form.values.dueDate || null}
              onChange={(day) => form.set('dueDate', day ?? '')}
              error={form.errors.dueDate}
              preferences={preferences}
            />
            <ChoiceField field="status" {...choiceOf('status')} />
          </div>
          <LabelsField {...choiceOf('labels')} />
          {others.pieces.length > 0 && (
            <fieldset className={classes.others}>
              <legend className="visually-hidden">Further values</legend>
              <Chips parsed={others} dateStyle={preferences.dateStyle} onPlain={keepAsText} />
            </fieldset>
          )}
          <div className={kind === 'sheet' ? `row ${sheet.foot} ${classes.foot}` : 'row above-8'}>
            <Button
              type="submit"
              size={kind === 'sheet' ? 'large' : 'medium'}
              isBusy={isAdding}
              end={
                <span className={`mono ${keycap.keycap} ${keycap.onWide}`} aria-hidden="true">
                  {shortcutOf('saveTask')}
                </span>
              }
            >
              Add Task
            </Button>
            {cancel(draft.remove)}
          </div>
        </div>
      </form>
    </>
  )
}
