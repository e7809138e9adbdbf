/** Characters that take two columns: CJK, full-width forms, and emoji. */
const wide =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}])/u
const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text)

/** A segmenter takes a while to make, and most titles need none. */
let segmenter: Intl.Segmenter | undefined
function charactersOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter()
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

const widthOfCharacter = (character: string) => (wide.test(character) ? 2 : 1)

/** The number of columns that a text without styles takes in a terminal. */
export function widthOf(text: string): number {
  if (isPlain(text)) return text.length
  return charactersOf(text).reduce((sum, character) => sum + widthOfCharacter(character), 0)
}

/** The text in at most this many columns, with an ellipsis if it was cut. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  let [shown, used] = ['', 0]
  for (const character of isPlain(text) ? text : charactersOf(text)) {
    used += widthOfCharacter(character)
    if (used > columns - 1) break
    shown += character
  }
  return `${shown.trimEnd()}…`
}

export const padEnd = (text: string, columns: number) => text + ' '.repeat(Math.max(0, columns - widthOf(text)))
export const padStart = (text: string, columns: number) => ' '.repeat(Math.max(0, columns - widthOf(text))) + text
