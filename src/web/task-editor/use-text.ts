import { useRef, useState } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { taskLimits } from '../../contract/tasks.ts'
import { useSignedIn } from '../accounts/signed-in.ts'
import type { DeckTask } from '../deck/change.ts'
import { hasUploads, withoutUploads } from '../markdown/upload-marks.ts'
import { confirm } from '../ui/confirm.tsx'
import { filled } from '../ui/form-checks.ts'
import { useForm } from '../ui/use-form.ts'
import { isSameText, type Text, textDraftOf, textOf, trimmed } from './text-draft.ts'
import { useTextSaving } from './use-text-saving.ts'

/** The field that gets the focus, and the place of the cursor in it; without one, its end. */
export interface Spot {
  field: keyof Text
  offset?: number | undefined
}
export type TextEdit = ReturnType<typeof useText>

const stillUploading = 'Please wait until the files in the text are uploaded, or remove them.'
const problems = {
  title: (title: string) => filled('Please give the task a title.')(title) ?? tooLong(title, taskLimits.title),
  description: (text: string) => (hasUploads(text) ? stillUploading : tooLong(text, taskLimits.description)),
}

/** Title and description while they are edited in place. They save themselves ([decision 073](../../../docs/decisions/073-text-saves-itself.md)). */
export function useText(task: DeckTask, dateStyle: Preferences['dateStyle']) {
  const { user } = useSignedIn()
  const draft = textDraftOf(user._id, task._id)
  const [found] = useState(() => {
    const left = draft.read()
    if (!left || !isSameText(trimmed(left.mine), textOf(task))) return left
    // The change was stored when the page was closed.
    draft.remove()
    return undefined
  })
  const [isRestored, setRestored] = useState(Boolean(found))
  /** Undefined while the text is only shown. */
  const [editing, setEditing] = useState<Spot | undefined>(found && { field: 'description' })
  const base = useRef<Task>(found ? { ...task, ...found.base, version: found.version } : task)
  /** The text when the user began to edit it. */
  const start = useRef(textOf(base.current))
  const form = useForm<Text>({
    initialValues: found ? { ...found.mine, description: withoutUploads(found.mine.description) } : textOf(task),
    onValuesChange: (mine) => {
      if (!editing || isSameText(trimmed(mine), textOf(base.current))) draft.remove()
      else draft.save({ version: base.current.version, base: textOf(base.current), mine })
      saving.typed()
    },
    validate: problems,
  })
  const saving = useTextSaving({ task, base, form, draft, isEditing: editing !== undefined, dateStyle, savable })

  /** The text without fields that cannot be saved as they are. */
  function savable(): Text {
    const { title, description } = trimmed(form.current())
    const saved = textOf(base.current)
    return {
      title: problems.title(title) === null ? title : saved.title,
      description: problems.description(description) === null ? description : saved.description,
    }
  }

  const show = (shown: Task) => {
    base.current = shown
    form.setAll(textOf(shown))
    form.clearErrors()
    draft.remove()
    saving.reset()
    setRestored(false)
    setEditing(undefined)
  }
  const { title, description } = form.values
  const problem = problems.title(title) ?? problems.description(description)
  return {
    form,
    editing,
    isRestored,
    /** Whether something is typed that cannot be saved, so that leaving the page would lose it. */
    isStuck:
      editing !== undefined &&
      !isSameText(trimmed(form.values), textOf(task)) &&
      (problem !== null || Boolean(task.trashedAt)),
    problem,
    isSaving: saving.isAsking,
    /** How the text was saved last. */
    sign: saving.sign,
    edit: (spot: Spot) => {
      if (editing) return
      base.current = task
      start.current = textOf(task)
      form.setAll(start.current)
      setEditing(spot)
    },
    /** Saves what is typed so far, without a word. */
    flush: saving.flush,
    /** Forgets what cannot be saved. */
    discard: () => draft.remove(),
    /** Closes the editor with the text from before, after a question if there is something to lose. Resolves to the change, if one was necessary. */
    cancel: async () => {
      const isChanged = !isSameText(trimmed(form.current()), start.current)
      if (
        isChanged &&
        !(await confirm({ question: 'Discard your changes?', action: 'Discard', refusal: 'Keep editing' }))
      )
        return undefined
      const taken = saving.takeBack(start.current)
      show({ ...task, ...start.current })
      return taken
    },
    /** Saves the text and closes the editor. Resolves to undefined if it is invalid, or was not saved. */
    save: async () => {
      if (!form.isValid()) return undefined
      const saved = await saving.saveAll()
      if (saved) show(saved.task)
      return saved
    },
  }
}

export const lengthOf = (text: string) => [...text.trim()].length
const tooLong = (text: string, max: number) =>
  lengthOf(text) > max ? `Please use at most ${max.toLocaleString('en')} characters.` : null
