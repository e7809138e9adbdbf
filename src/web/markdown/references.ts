import { taskReference } from '../../contract/task-references.ts'
import type { Element } from './tree.ts'

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
  for (const { 0: whole, 1: number = '', index } of text.matchAll(taskReference)) {
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
