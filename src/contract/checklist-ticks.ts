import { itemLine } from './checklist.ts'

/** The box of a checklist item, after the marker of the item. */
const box = /^(?:[-*+]|\d{1,9}[.)])\s+\[([ \t\nxX])\]/

/** Ticks or clears the checklist item that begins at an offset of a Markdown text. Returns undefined if there is none. */
export function toggleItem(markdown: string, offset: number): string | undefined {
  const [found, mark] = box.exec(markdown.slice(offset)) ?? []
  if (found === undefined) return undefined
  const at = offset + found.length - 2
  return markdown.slice(0, at) + (mark === 'x' || mark === 'X' ? ' ' : 'x') + markdown.slice(at + 1)
}

/** The item whose tick is the only difference between two texts. */
export function tickedItem(before: string, after: string): { text: string; isDone: boolean } | undefined {
  if (before.length !== after.length) return undefined
  const [old, next] = [before.split('\n'), after.split('\n')]
  const changed = next.flatMap((line, index) => (line === old[index] ? [] : [index]))
  const [only, ...more] = changed
  if (only === undefined || more.length || old.length !== next.length) return undefined
  const [was, is] = [itemLine.exec(old[only] ?? ''), itemLine.exec(next[only] ?? '')]
  if (!was || !is || was[1] !== is[1] || was[3] !== is[3]) return undefined
  return { text: withoutMarkup(is[3] ?? ''), isDone: is[2] !== ' ' }
}

/** A short text without links and emphasis, for messages. */
const withoutMarkup = (text: string) =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`~]|(?<!\w)_|_(?!\w)/g, '')
    .trim()
