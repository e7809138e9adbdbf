import type { LinkValues } from '../../contract/links.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { type Field, linkedName } from './field-words.ts'

type LinkField = keyof LinkValues

const words: Record<LinkField, { added: string; removed: string }> = {
  partOf: { added: 'made this a part of', removed: 'took this out of' },
  blockedBy: { added: 'marked this as blocked by', removed: 'removed the blocker' },
  related: { added: 'related this to', removed: 'removed the relation to' },
}

export const isLinkField = (field: Field): field is LinkField => field in words

/** A change of the links of a task in words, to follow the name of the user. */
export function linksInWords(field: LinkField, before: Task[LinkField], after: Task[LinkField]): string {
  const [old, now] = [new Set([before ?? []].flat()), new Set([after ?? []].flat())]
  const said = (verb: string, ids: Set<string>) => (ids.size ? [`${verb} ${[...ids].map(linkedName).join(', ')}`] : [])
  const added = said(words[field].added, now.difference(old))
  // A new parent replaces the former one.
  const removed = field === 'partOf' && added.length ? [] : said(words[field].removed, old.difference(now))
  return [...added, ...removed].join(' and ')
}
