import type { Element } from './tree.ts'

/** `#12` as a word of its own: not in an address, and not part of a longer word. */
const reference = /(?<![\p{L}\p{N}_#&/])#(\d{1,9})(?![\p{L}\p{N}_-])/gu

const fence = /^\s*(```|~~~)/
const codeSpan = /(`+)[^`]+\1/g
const indented = /^(?: {4}|\t)/
const listItem = /^\s*(?:[-*+]|\d{1,9}[.)])\s/

/** The numbers of the tasks that a Markdown text mentions, each once. Code mentions nothing. */
export function referencesIn(text: string): number[] {
  const numbers = new Set<number>()
  let isFenced = false
  let isList = false
  // An indented line is code after an empty line or at the beginning, but not in a list.
  let canBeCode = true
  for (const line of text.split('\n')) {
    if (fence.test(line)) isFenced = !isFenced
    if (isFenced || fence.test(line)) continue
    if (line.trim() === '') {
      canBeCode = true
      continue
    }
    if (canBeCode && !isList && indented.test(line)) continue
    canBeCode = false
    isList = listItem.test(line) || (isList && indented.test(line))
    if (!line.includes('#')) continue
    for (const [, number] of line.replace(codeSpan, ' ').matchAll(reference)) numbers.add(Number(number))
  }
  return [...numbers]
}

type Content = Element['children'][number]

/** Elements whose text mentions nothing. */
const closed = new Set(['code', 'pre', 'a'])

/** Turns `#12` in texts into elements that `components.data` renders. */
export function references() {
  const visit = (parent: { children: Content[] }) => {
    parent.children = parent.children.flatMap((node): Content[] => {
      if (node.type === 'text') return split(node.value)
      if (node.type === 'element' && !closed.has(node.tagName)) visit(node)
      return [node]
    })
  }
  return (tree: object) => visit(tree as { children: Content[] })
}

function split(text: string): Content[] {
  const parts: Content[] = []
  let end = 0
  for (const { 0: whole, 1: number = '', index } of text.matchAll(reference)) {
    if (index > end) parts.push({ type: 'text', value: text.slice(end, index) })
    parts.push({
      type: 'element',
      tagName: 'data',
      properties: { value: number },
      children: [{ type: 'text', value: whole }],
    })
    end = index + whole.length
  }
  if (end < text.length || !parts.length) parts.push({ type: 'text', value: text.slice(end) })
  return parts
}
