import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** Files whose comments and test titles are checked. A folder is added when its sentences have been rewritten. */
const checked = [
  'src/web/**/*.{ts,tsx,css,js}',
  'src/{server,contract}/**/*.ts',
  '{bench,e2e,scripts,test,torture}/**/*.{ts,mts,mjs}',
]
/** The examples below break the rule on purpose. */
const examples = 'test/plain-english.test.ts'

/** A clause in place of a noun, such as "Who is not signed in has nothing parsed". Questions do not count. */
const clauseForNoun = /(?:^|[.;:]\s)(?:who|whoever|what|whatever)\s(?![^.]*\?)[^.;]*/gi

/** The comments and test titles of a source file, each as one line. */
function sentencesIn(source: string): string[] {
  const comments = [...source.matchAll(/\/\*\*?(.*?)\*\/|(?<=^|\s)\/\/ (.*)$/gms)].map(
    ([, block, line]) => block ?? line,
  )
  const titles = [...source.matchAll(/\btest(?:\.\w+\([^)]*\))?\(\s*(['"`])(.*?)\1/g)].map(([, , title]) => title)
  return [...comments, ...titles].map((text = '') => text.replace(/\s*\n\s*\*?\s*/g, ' ').trim())
}

const clausesIn = (source: string) => sentencesIn(source).flatMap((text) => text.match(clauseForNoun) ?? [])

test('no comment or test title uses who or what in place of a noun', async () => {
  const found: string[] = []
  for (const pattern of checked) {
    for await (const file of glob(pattern, { exclude: [examples] })) {
      found.push(...clausesIn(await readFile(file, 'utf8')).map((clause) => `${file}: ${clause}`))
    }
  }
  expect(found).toEqual([])
})

test('a clause in place of a noun is found; a question and an object are not', () => {
  const source = `
    // Who is not signed in has nothing parsed.
    /**
     * Answers. What was typed
     * stays.
     */
    test('what is done is kept', () => {})
    // Names the caller: who is it?
    // Says what to do next.
  `
  expect(clausesIn(source)).toEqual([
    'Who is not signed in has nothing parsed',
    '. What was typed stays',
    'what is done is kept',
  ])
})
