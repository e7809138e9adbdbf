/** In a shorter word, one other letter makes another word. */
const minLength = 5

/**
 * Finds the words of a query that no text has, and which words they may have meant: those that differ in one typo. Given the texts of tasks
 * one by one, as `searchText` makes them.
 */
export function typosIn(query: string[]) {
  const searched = query
    .filter(mayBeTypo)
    .map((word) => ({ word, halves: halvesOf(word), isKnown: false, near: new Map<string, number>() }))
  return {
    read(text: string) {
      for (const search of searched) {
        const { word, halves, near } = search
        // Most texts have neither half.
        if (search.isKnown || !(text.includes(` ${halves[0]}`) || text.includes(halves[1]))) continue
        search.isKnown = text.includes(` ${word}`)
        for (const other of text.split(/\s+/)) {
          if (!other.startsWith(halves[0]) && !other.includes(halves[1])) continue
          const meant = meantBy(word, other)
          if (meant) near.set(meant, (near.get(meant) ?? 0) + (meant === other ? wholeWord : 1))
        }
      }
    },
    /** The words with typos put right: by a whole word before the beginning of one, by a frequent word before a rare one. */
    corrected(): string[] {
      return query.map((word) => {
        const search = searched.find((other) => other.word === word && !other.isKnown)
        const [best] = [...(search?.near ?? [])].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
        return best?.[0] ?? word
      })
    },
  }
}

const wholeWord = 1_000_000

/** Numbers are not misspelt: error404 and error405 are different. Letters of two code units, of historic scripts, cannot be cut. */
export const mayBeTypo = (word: string) =>
  word.length >= minLength && /^\p{L}+$/u.test(word) && [...word].length === word.length

/** The beginning and the end of a word. One typo, even two swapped letters in the middle, leaves one of them unchanged. */
export function halvesOf(word: string): [string, string] {
  const middle = Math.floor(word.length / 2)
  return [word.slice(0, middle), word.slice(middle + 1)]
}

/** The word, or its beginning, that a searched word means if it has one typo; undefined if it has none or several. */
function meantBy(searched: string, word: string): string | undefined {
  if (isOneTypo(searched, word)) return word
  const { length } = searched
  return [length, length + 1, length - 1]
    .filter((end) => end < word.length)
    .map((end) => word.slice(0, end))
    .find((start) => isOneTypo(searched, start))
}

/** Whether one letter was exchanged, left out or added, or two neighbours swapped. */
function isOneTypo(one: string, other: string): boolean {
  if (one.length > other.length) return isOneTypo(other, one)
  if (other.length - one.length > 1) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  if (one.length < other.length) return one.slice(at) === other.slice(at + 1)
  if (at === one.length) return false
  const isSwapped = one[at] === other[at + 1] && one[at + 1] === other[at]
  return one.slice(at + 1) === other.slice(at + 1) || (isSwapped && one.slice(at + 2) === other.slice(at + 2))
}
