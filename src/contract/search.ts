/** The words of a text, as they are searched: lower case, without accents, split at everything that is no letter or digit. */
export function wordsOf(text: string): string[] {
  // The Greek sigma at the end of a word is the same letter.
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ')
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** What is looked for: every word of it must begin a word of the task. */
export function queryWords(query: string): string[] {
  return [...new Set(wordsOf(query))]
}

/** The words of a task in one text, each after a space: the title's, a line break, the rest. */
export function searchText({ title, description, labels }: { title: string; description: string; labels: string[] }) {
  const line = (words: string[]) => words.map((word) => ` ${word}`).join('')
  return `${line(wordsOf(title))}\n${line(wordsOf([description, ...labels].join(' ')))}`
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
