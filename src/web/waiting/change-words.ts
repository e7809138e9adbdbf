import { tickedItem } from '../../contract/checklist-ticks.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { ManyChange, Task } from '../../contract/schemas/tasks.ts'
import { holderInWords } from '../../contract/words/claim-words.ts'
import { describeStep } from '../../contract/words/event-words.ts'
import { fields, formatField } from '../../contract/words/field-words.ts'
import { startOfNote } from '../../contract/words/note-words.ts'
import { describeChange, namesOf } from '../../contract/words/task-words.ts'
import { type Change, type Tasks, tasksOf } from '../deck/change.ts'
import { linkedName } from '../history/linked-name.ts'
import { changeWords } from '../history/undo-target.ts'

type DateStyle = Preferences['dateStyle']

/** A waiting change in words: the tasks that it is about, and its effect. */
export function wordsOf(
  { intent, inverse, base }: Change,
  byId: Tasks,
  style: DateStyle,
): { about: string; effect: string } {
  // A task that was deleted for good has its name only here.
  const tasks = tasksOf(intent).flatMap((id) => byId.get(id) ?? base[id]?.task ?? [])
  const about = namesOf(tasks)
  switch (intent.kind) {
    case 'create': {
      const [first, ...more] = intent.tasks
      if (!first || more.length)
        return { about: `${intent.tasks.length} new tasks`, effect: 'They get their numbers later' }
      return { about: first.title, effect: 'New task, gets its number later' }
    }
    case 'update':
      return { about, effect: valuesInWords(inverse[0]?.values, intent.values, style) || 'Moved on the board' }
    case 'updateMany':
      return tasks.length === 1
        ? { about, effect: valuesInWords(inverse[0]?.values, intent.change, style) || listsInWords(intent.change) }
        : { about, effect: describeChange(tasks, intent.change, style) }
    case 'claim':
      return { about, effect: intent.to === null ? 'Released' : `Held by ${holderInWords(intent.to)}` }
    case 'remove':
      return { about, effect: 'Moved to the trash' }
    case 'restore':
      return { about, effect: 'Restored from the trash' }
    case 'note': {
      const { from, to } = intent
      if (to?.question?.closed) return { about, effect: `Question dismissed: “${startOfNote(to.text)}”` }
      if (to?.question?.answer) return { about, effect: `Answer: “${startOfNote(to.question.answer)}”` }
      return { about, effect: to ? `${from ? 'Note edited' : 'Note'}: “${startOfNote(to.text)}”` : 'Note deleted' }
    }
    case 'colour':
      return { about: `#${intent.label}`, effect: `Colour: ${intent.colour ?? 'none'}` }
    case 'undo':
      return { about: 'Undo', effect: describeStep(changeWords({ intent, inverse }, byId), style, linkedName) }
  }
}

const listsInWords = ({ addLinks = [], removeLinks = [] }: ManyChange) =>
  addLinks.length || removeLinks.length ? 'Links changed' : 'Labels changed'

function valuesInWords(before: Partial<Task> = {}, after: Partial<Task>, style: DateStyle): string {
  return fields
    .flatMap((field) => {
      const [old, next] = [before[field], after[field]]
      if (old === undefined || next === undefined) return []
      if (field === 'description') {
        const tick = tickedItem(String(old), String(next))
        return tick ? `${tick.isDone ? 'Ticked' : 'Unticked'} “${tick.text}”` : 'Description changed'
      }
      return `${formatField(field, old, style, linkedName)} → ${formatField(field, next, style, linkedName)}`
    })
    .join(' · ')
}
