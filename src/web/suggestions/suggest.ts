import type { Task } from '../../contract/schemas/tasks.ts'
import { isOpen } from '../../contract/task-lists/link-index.ts'
import { cleanLabel } from '../../contract/tasks.ts'
import { unnumbered } from '../../contract/words/task-names.ts'

/** A word with a # right before the caret, from `start` to `end`; `word` is without the #. */
export interface TypedWord {
  start: number
  end: number
  word: string
}

export type Suggestion = { kind: 'label'; label: string; count: number } | { kind: 'task'; task: Task }

const wordCharacter = /[\p{L}\p{N}\p{M}_-]/u
const onlyWord = /^[\p{L}\p{N}\p{M}_-]*$/u

/** The word that the user is typing, if it begins with a #. A # inside a word or an address does not count, nor does a word that goes on. */
export function wordBefore(text: string, caret: number): TypedWord | undefined {
  const start = caret > 0 ? text.lastIndexOf('#', caret - 1) : -1
  if (start < 0 || !/^[\s(]?$/.test(text.slice(Math.max(start - 1, 0), start))) return undefined
  const word = text.slice(start + 1, caret)
  if (!onlyWord.test(word) || wordCharacter.test(text.slice(caret, caret + 1))) return undefined
  return { start, end: caret, word }
}

interface Limits {
  /** How many suggestions are shown. Labels leave room for a task, if one fits. */
  max: number
  /** Labels that the text has already. */
  without?: readonly string[]
}

/** Labels first, the most used ones at the top; then tasks, by number or by the words of their titles. */
export function suggestionsFor(word: string, tasks: readonly Task[], { max, without = [] }: Limits): Suggestion[] {
  const found = tasksFor(word, tasks, max)
  const labels = labelsFor(word, tasks).filter(({ label }) => !without.includes(label))
  const isNumber = /^\d+$/.test(word)
  // At least a third of the places belong to tasks.
  const room = max - Math.min(found.length, Math.ceil(max / 3))
  const first: Suggestion[] = labels.slice(0, room)
  const rest: Suggestion[] = found.map((task) => ({ kind: 'task', task }))
  return (isNumber ? [...rest, ...first] : [...first, ...rest]).slice(0, max)
}

type LabelSuggestion = Extract<Suggestion, { kind: 'label' }>

/** Labels that begin with the word come before those that contain it. The word itself needs no suggestion. */
function labelsFor(word: string, tasks: readonly Task[]): LabelSuggestion[] {
  const wanted = cleanLabel(word)
  const counts = new Map<string, number>()
  for (const task of tasks) {
    for (const label of task.labels) {
      if (label === wanted || !label.includes(wanted)) continue
      counts.set(label, (counts.get(label) ?? 0) + (isOpen(task) ? 1 : 0))
    }
  }
  const begins = (label: string) => Number(label.startsWith(wanted))
  return [...counts]
    .sort(([a, countA], [b, countB]) => begins(b) - begins(a) || countB - countA || a.localeCompare(b))
    .map(([label, count]) => ({ kind: 'label', label, count }))
}

/** A number finds its own task first. Then come open tasks, those whose titles begin with the word, and the newest ones. */
function tasksFor(word: string, tasks: readonly Task[], max: number): Task[] {
  const parts = word.toLowerCase().split(/[-_]+/).filter(Boolean)
  const isNumber = /^\d+$/.test(word)
  const fits = (task: Task) => (isNumber && String(task.number).startsWith(word)) || hasWords(task.title, parts)
  const isNamed = (task: Task) => Number(isNumber && task.number === Number(word))
  const begins = (task: Task) => Number(task.title.toLowerCase().startsWith(parts[0] ?? ''))
  return tasks
    .filter((task) => task.number < unnumbered && fits(task))
    .sort(
      (a, b) =>
        isNamed(b) - isNamed(a) ||
        Number(isOpen(b)) - Number(isOpen(a)) ||
        begins(b) - begins(a) ||
        b.number - a.number,
    )
    .slice(0, max)
}

/** Whether words of a title begin with these. */
function hasWords(title: string, parts: string[]): boolean {
  const text = title.toLowerCase()
  return parts.every((part) => placeOfWord(text, part) >= 0)
}

/** Where a word of a text begins with this; -1 if none does. Both are in lower case. */
export function placeOfWord(text: string, part: string): number {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}\p{M}]/u.test(text.charAt(at - 1))) return at
  }
  return -1
}
