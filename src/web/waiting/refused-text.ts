import type { NewTask } from '../../contract/schemas/tasks.ts'
import { taskFields } from '../../contract/task-fields.ts'
import { capitalised } from '../../contract/words/capitalised.ts'
import type { Change } from '../deck/change.ts'

const textFields = ['title', 'description'] as const

interface ShownText {
  key: string
  about: string
  text: string
}

/** The texts that the user has written and that only this browser has, because the server has not accepted their change. */
export function textsIn({ intent }: Pick<Change, 'intent'>): ShownText[] {
  if (intent.kind === 'note') {
    const { question, text } = intent.to ?? {}
    const [about, written] = question ? ['Answer', question.answer] : ['Note', text]
    return written ? [{ key: 'note', about, text: written }] : []
  }
  const written: Partial<NewTask>[] =
    intent.kind === 'create' ? intent.tasks : intent.kind === 'update' ? [intent.values] : []
  return written.flatMap((values, index) =>
    textFields.flatMap((field): ShownText[] => {
      const text = values[field]
      return text ? [{ key: `${index} ${field}`, about: capitalised(taskFields[field].name), text }] : []
    }),
  )
}
