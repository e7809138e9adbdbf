/** Characters that a line of text from outside must not contain: control characters, and marks that reverse the direction of text. */
const unwanted = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/** The first line of a text that others have written, without control characters, cut to a number of characters. */
export function plainLine(text: string, maxLength: number): string {
  const [first = ''] = text
    .trimStart()
    .slice(0, maxLength * 4)
    .split(/[\r\n]/, 1)
  const line = first.replace(unwanted, ' ').trim()
  const characters = [...line]
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line
}
