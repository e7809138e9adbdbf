import { choiceOf } from '../../contract/merge-decision.ts'
import { type Side, sides } from '../../contract/merge-text.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Note } from '../../contract/schemas/notes.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { capitalised } from '../../contract/words/capitalised.ts'
import { type Field, fieldName, formatField } from '../../contract/words/field-words.ts'
import { nameOf } from '../../contract/words/task-names.ts'
import { namesOf } from '../../contract/words/task-words.ts'
import type { Change } from '../deck/change.ts'
import { type Contested, conflictingValues } from '../deck/resolve.ts'
import { linkedName } from '../history/linked-name.ts'

/** A field, or a note, between whose values the user has to choose. */
export interface ShownConflict {
  field: Contested
  /** `Status`, or `Status of #3 Fix login` if the change is about several tasks. */
  about: string
  /** The values in words. Of a text, only the lines that conflict. */
  choices: { side: Side; words: string }[]
}

/** A change of many tasks may have as many conflicts. */
const maxTasks = 5

/** The conflicts of a change, field by field. A field of several tasks is decided for all of them together. */
export function conflictsOf(change: Change, style: Preferences['dateStyle']): ShownConflict[] {
  const { intent, problem } = change
  if (problem?.kind === 'refused' && problem.note && intent.kind === 'note')
    return [noteConflict(intent.to, problem.note)]
  if (problem?.kind !== 'conflict') return []
  const isAlone = intent.kind !== 'updateMany' || intent.tasks.length === 1
  const fields = new Set(problem.tasks.flatMap((conflict) => conflict.fields as Field[]))
  return [...fields].flatMap((field): ShownConflict[] => {
    const tasks = problem.tasks.flatMap((conflict) => (conflict.fields.includes(field) ? conflict.task : []))
    const name = capitalised(fieldName(field))
    const choices = sides.flatMap((side) => {
      const words = wordsFor(change, tasks, field, side, style)
      return words === undefined ? [] : { side, words }
    })
    return [{ field, about: isAlone ? name : `${name} of ${namesOf(tasks)}`, choices }]
  })
}

const noteConflict = (wanted: Note | null, current: Note): ShownConflict => ({
  field: 'note',
  about: 'Note',
  choices: [
    { side: 'wanted', words: wanted?.text ?? 'Removed' },
    { side: 'current', words: current.text },
  ],
})

/** The values of a side: the same for all tasks if it is that of the change, otherwise one for each task. */
function wordsFor(change: Change, tasks: Task[], field: Field, side: Side, style: Preferences['dateStyle']) {
  const wordsIn = (task: Task) => {
    const choice = choiceOf(field, conflictingValues(change, task, field), side)
    if (choice?.lines) return choice.lines.join('\n').trim() || (choice.lines.length ? 'Empty' : 'Removed')
    return choice && formatField(field, choice.value as Task[Field], style, linkedName)
  }
  const [first, ...others] = tasks
  if (!first || !others.length || side !== 'current') return first && wordsIn(first)
  const more = tasks.length - maxTasks
  const lines = tasks.slice(0, maxTasks).map((task) => `${nameOf(task)}: ${wordsIn(task)}`)
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}
