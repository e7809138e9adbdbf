import { choiceOf, hasLines, type Texts, textSections } from '../../contract/merge-decision.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { taskFields } from '../../contract/task-fields.ts'
import { capitalised } from '../../contract/words/capitalised.ts'
import { type Field, fieldName, formatField } from '../../contract/words/field-words.ts'
import { nameOf } from '../../contract/words/task-names.ts'
import type { Change } from '../deck/change.ts'
import { conflictingValues } from '../deck/resolve.ts'
import { linkedName } from '../history/linked-name.ts'

/** Two values between which the user has to choose. */
export interface ShownConflict {
  key: string
  /** `Status`, or `#3 Fix login, status` if the change is about several tasks. */
  about: string
  /** Texts as their lines. */
  yours: string | string[]
  theirs: string | string[]
}

/** The conflicts of a change, field by field. Of a description, only the lines that conflict. */
export function conflictsOf(change: Change, style: Preferences['dateStyle']): ShownConflict[] {
  const { intent, problem } = change
  if (problem?.kind !== 'conflict') return []
  const isAlone = intent.kind !== 'updateMany' || intent.tasks.length === 1
  return problem.tasks.flatMap(({ task, fields: names }) =>
    (names as Field[]).flatMap((field): ShownConflict[] => {
      const values = conflictingValues(change, task, field)
      const { wanted, current } = values
      if (wanted === undefined) return []
      const key = `${task._id} ${field}`
      const name = fieldName(field)
      const about = isAlone ? capitalised(name) : `${nameOf(task)}, ${name}`
      if (hasLines(field)) {
        return textSections(field, values as Texts).flatMap((section, index) =>
          'lines' in section ? [] : { key: `${key} ${index}`, about, yours: section.one, theirs: section.other },
        )
      }
      if (taskFields[field].kind === 'criteria') {
        const linesOf = (side: 'wanted' | 'current') => choiceOf(field, values, side)?.lines
        const [yours, theirs] = [linesOf('wanted'), linesOf('current')]
        if (yours && theirs) return [{ key, about, yours, theirs }]
      }
      if (taskFields[field].kind === 'text') return [{ key, about, yours: [String(wanted)], theirs: [String(current)] }]
      const inWords = (value: Task[Field]) => formatField(field, value, style, linkedName)
      return [{ key, about, yours: inWords(wanted as Task[Field]), theirs: inWords(current as Task[Field]) }]
    }),
  )
}
