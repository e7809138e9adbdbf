import type { ExtraProps } from 'react-markdown'

export type Element = NonNullable<ExtraProps['node']>
type Content = Element['children'][number]

/** The text of an element, without its nested lists. */
export function textOf(node: Content): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'element' || node.tagName === 'ul' || node.tagName === 'ol') return ''
  return node.children.map(textOf).join('')
}

export const hasClass = ({ properties: { className } }: Element, name: string) =>
  Array.isArray(className) && className.includes(name)

/** Lets the text of each block decide its direction: a description may mix Hebrew and English. */
export function directions() {
  return ({ children }: { children: { type: string }[] }) => {
    for (const block of children) if (isElement(block)) block.properties.dir = 'auto'
  }
}

const isElement = (node: { type: string }): node is Element => node.type === 'element'
