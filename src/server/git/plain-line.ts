import { withoutHidden } from '../../contract/plain-names.ts'

/** The first line of a text that others have written, without hidden characters, cut to a number of characters. */
export function plainLine(text: string, maxLength: number): string {
  const [first = ''] = text
    .trimStart()
    .slice(0, maxLength * 4)
    .split(/[\r\n]/, 1)
  const line = withoutHidden(first, ' ').replace(/ +/g, ' ').trim()
  const characters = [...line]
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line
}
