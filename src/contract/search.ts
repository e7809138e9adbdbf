import { allFields, type TaskField, type TaskValues } from './task-fields.ts'

/** The words of a text, as they are searched: lower case, without accents, split at everything that is no letter or digit. */
export function wordsOf(text: string): string[] {
  // The Greek sigma at the end of a word is the same letter.
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ')
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** More different words than this are refused: each costs as much as a search of its own. */
export const maxQueryWords = 12

/**
 * The words of a task are found in so many characters. That is more than title, description and labels may have, but for characters
 * that stand for many others (one ﷺ is 18 letters).
 */
export const maxSearchText = 12_000

/** What is looked for: every word of it must begin a word of the task. */
export function queryWords(query: string): string[] {
  return [...new Set(wordsOf(query))]
}

/** The different words of a task in one text of limited length, each after a space: the title's, a line break, the rest. */
export function searchText(task: Partial<TaskValues>): string {
  const textOf = (role: TaskField['search']) =>
    allFields.flatMap(([name, { search }]) => (search === role ? (task[name] ?? []) : [])).join(' ')
  // A title that fills all of it would leave no room for anything else.
  const first = line(wordsOf(textOf('title')), maxSearchText / 2)
  return `${first}\n${line(wordsOf(textOf('rest')), maxSearchText - first.length - 1)}`
}

function line(words: string[], maxLength: number): string {
  let text = ''
  for (const word of new Set(words)) {
    if (text.length + 1 + word.length > maxLength) break
    text += ` ${word}`
  }
  return text
}

/** How well a task's words answer a query: whole words count more than beginnings, the title more than the rest. 0 when a word is missing. */
export function scoreOf(text: string, query: string[]): number {
  const [title = '', rest = ''] = text.split('\n')
  let score = 0
  for (const word of query) {
    const best = has(title, word) ? 8 : begins(title, word) ? 5 : has(rest, word) ? 2 : begins(rest, word) ? 1 : 0
    if (!best) return 0
    score += best
  }
  return score
}

const begins = (line: string, word: string) => line.includes(` ${word}`)
const has = (line: string, word: string) => `${line} `.includes(` ${word} `)
