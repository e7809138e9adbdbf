import type { Criterion } from './done-when.ts'
import { allFields, type TaskField, type TaskValues } from './task-fields.ts'

/** The characters that are the same in every form of Unicode. */
const isPlain = /^\p{ASCII}*$/u
const plainWords = /[a-z0-9]+/g

/** The words of a text in the form in which they are searched: lower case, without accents, split at all characters except letters and digits. */
export function wordsOf(text: string): string[] {
  // Most texts need none of the steps below.
  if (isPlain.test(text)) return text.toLowerCase().match(plainWords) ?? []
  // The final form of the Greek sigma is the same letter.
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ')
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Each word costs as much as a separate search. */
export const maxQueryWords = 12

/**
 * The length of a task's search text. Enough for the longest title, description, labels and sentences of criteria, except for characters that
 * expand to many others (one ﷺ becomes 18 letters). Commands of criteria may be longer.
 */
export const maxSearchText = 16_000

/** The distinct words of a query. A task matches if each of them is the beginning of one of its words. */
export function queryWords(query: string): string[] {
  return [...new Set(wordsOf(query))]
}

const searchedFields = {
  title: allFields.filter(([, { search }]) => search === 'title'),
  rest: allFields.filter(([, { search }]) => search === 'rest'),
}

/** The distinct words of a task in one text of limited length, each after a space: those of the title, a line break, all others. */
export function searchText(task: Partial<TaskValues>): string {
  const textOf = (role: 'title' | 'rest') =>
    searchedFields[role].flatMap(([name, field]) => textsIn(field, task[name] ?? [])).join(' ')
  // A long title must leave room for the other fields.
  const first = line(wordsOf(textOf('title')), maxSearchText / 2)
  return `${first}\n${line(wordsOf(textOf('rest')), maxSearchText - first.length - 1)}`
}

/** The texts of a field: of criteria the sentences first, because commands may fill the search text. */
function textsIn({ kind }: TaskField, value: unknown): unknown[] {
  if (kind !== 'criteria') return [value].flat()
  const criteria = value as Criterion[]
  return [...criteria.map(({ text }) => text), ...criteria.flatMap(({ command }) => command ?? [])]
}

/** The distinct words of a text of limited length, each after a space, in the form in which they are searched. */
export const textWords = (text: string) => line(wordsOf(text), maxSearchText)

function line(words: string[], maxLength: number): string {
  const kept: string[] = []
  let length = 0
  for (const word of new Set(words)) {
    length += 1 + word.length
    if (length > maxLength) break
    kept.push(` ${word}`)
  }
  // Joined and not added one by one, so that it is one piece in memory when it is searched.
  return kept.join('')
}

/** How well a task matches a query: whole words count more than beginnings, the title more than other fields. 0 if a word is missing. */
export function scoreOf(text: string, query: string[]): number {
  // Most texts lack a word, and finding that out must be cheap.
  if (!query.every((word) => begins(text, word))) return 0
  const [title = '', rest = ''] = text.split('\n')
  let score = 0
  for (const word of query) {
    score += has(title, word) ? 8 : begins(title, word) ? 5 : has(rest, word) ? 2 : 1
  }
  return score
}

/** Looks for the word and then for the space before it, because a letter is rarer than a space and so found in fewer steps. */
function begins(line: string, word: string): boolean {
  for (let at = line.indexOf(word); at > 0; at = line.indexOf(word, at + 1)) if (line[at - 1] === ' ') return true
  return false
}
const has = (line: string, word: string) => `${line} `.includes(` ${word} `)
