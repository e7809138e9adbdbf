import { inspect } from 'node:util'

const styles = ['bold', 'dim', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'strikethrough'] as const
export type StyleName = (typeof styles)[number]

/** Puts a style around a text, or leaves it as it is where styles are not shown. */
export type Style = (name: StyleName, text: string) => string

/** `util.styleText` does the same, but the first versions of Node 20 have none. */
export function styleFor(isStyled: boolean): Style {
  if (!isStyled) return (_, text) => text
  return (name, text) => {
    const [open, close] = inspect.colors[name] ?? [0, 0]
    return text && `\u001b[${open}m${text}\u001b[${close}m`
  }
}

/** Control characters and marks that reverse the direction of text: from other people's texts, they could make a terminal show anything. */
const unsafe = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

/** A text from a task as one line that is safe to print. */
export const oneLine = (text: string) => text.replace(unsafe, ' ')

/** A text from a task that is safe to print, with its lines. */
export const manyLines = (text: string) => text.replace(unsafe, (character) => (character === '\n' ? '\n' : ' '))
