import { inspect } from 'node:util'
import { styleMark } from './clean.ts'

const styles = ['bold', 'dim', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'strikethrough'] as const
export type StyleName = (typeof styles)[number]

/** Puts a style around a text, or leaves it as it is where styles are not shown. */
export type Style = (name: StyleName, text: string) => string

/** `util.styleText` does the same, but the first versions of Node 20 have none. */
export function styleFor(isStyled: boolean): Style {
  if (!isStyled) return (_, text) => text
  return (name, text) => {
    const [open, close] = inspect.colors[name] ?? [0, 0]
    return text && `${styleMark(open)}${text}${styleMark(close)}`
  }
}
