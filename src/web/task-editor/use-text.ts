import { useRef, useState } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { taskLimits } from '../../contract/tasks.ts'
import { useSignedIn } from '../accounts/signed-in.ts'
import { hasUploads, withoutUploads } from '../markdown/upload-marks.ts'
import { confirm } from '../ui/confirm.tsx'
import { filled } from '../ui/form-checks.ts'
import { useForm } from '../ui/use-form.ts'
import { partOf } from './merge.ts'
import { type Saved, useSave } from './save.ts'
import { type Text, textDraftOf } from './text-draft.ts'

export type TextField = keyof Text
export type TextEdit = ReturnType<typeof useText>

const stillUploading = 'Please wait until the files in the text are uploaded, or remove them.'

const textOf = (task: Task): Text => partOf(task, ['title', 'description'])

/** Title and description while they are edited in place. */
export function useText(task: Task, dateStyle: Preferences['dateStyle']) {
  const { user } = useSignedIn()
  const draft = textDraftOf(user._id, task._id)
  const [found] = useState(draft.read)
  const [isRestored, setRestored] = useState(Boolean(found))
  /** The field that has the focus first. Undefined while the text is only shown. */
  const [editing, setEditing] = useState<TextField | undefined>(found && 'description')
  const base = useRef(found ? { ...task, ...found.base, version: found.version } : task)
  const form = useForm<Text>({
    initialValues: found ? { ...found.mine, description: withoutUploads(found.mine.description) } : textOf(task),
    onValuesChange: (mine) => {
      if (!editing || isSameText(mine, textOf(base.current))) draft.remove()
      else draft.save({ version: base.current.version, base: textOf(base.current), mine })
    },
    validate: {
      title: (title) => filled('Please give the task a title.')(title) ?? tooLong(title, taskLimits.title),
      description: (text) => (hasUploads(text) ? stillUploading : tooLong(text, taskLimits.description)),
    },
  })
  const { save, isSaving } = useSave({ task, base, form, dateStyle })
  const isDirty = editing !== undefined && !isSameText(form.values, textOf(task))

  const show = (shown: Task) => {
    base.current = shown
    form.setAll(textOf(shown))
    form.clearErrors()
    draft.remove()
    setRestored(false)
    setEditing(undefined)
  }
  return {
    form,
    editing,
    isRestored,
    isDirty,
    isSaving,
    edit: setEditing,
    /** Forgets the unsaved text. */
    discard: () => draft.remove(),
    /** Closes the editor, after a question if there is something to lose. */
    cancel: async () => {
      if (
        !isDirty ||
        (await confirm({ question: 'Discard your changes?', action: 'Discard', refusal: 'Keep editing' }))
      )
        show(task)
    },
    /** Saves the text and closes the editor. Resolves to undefined if it is invalid, or was not saved. */
    save: async (): Promise<Saved | undefined> => {
      if (!form.isValid()) return undefined
      const saved = await save(form.current())
      if (saved) show(saved.task)
      return saved
    },
  }
}

const isSameText = (one: Text, other: Text) => one.title === other.title && one.description === other.description
export const lengthOf = (text: string) => [...text.trim()].length
const tooLong = (text: string, max: number) =>
  lengthOf(text) > max ? `Please use at most ${max.toLocaleString('en')} characters.` : null
