import type { LinkValues } from '../links.ts'
import type { Task } from '../schemas/tasks.ts'
import type { Field, LinkedName } from './field-words.ts'

type LinkField = keyof LinkValues

const words: Record<LinkField, { added: string; removed: string }> = {
  partOf: { added: 'made this a part of', removed: 'took this out of' },
  blockedBy: { added: 'marked this as blocked by', removed: 'removed the blocker' },
  related: { added: 'related this to', removed: 'removed the relation to' },
}

export const isLinkField = (field: Field): field is LinkField => field in words

/** A change of the links of a task in words, to follow the name of the user. */
export function linksInWords(
  field: LinkField,
  before: Task[LinkField],
  after: Task[LinkField],
  linkedName: LinkedName,
): string {
  const [old, now] = [[before ?? []].flat(), [after ?? []].flat()]
  const said = (verb: string, ids: string[]) => (ids.length ? [`${verb} ${ids.map(linkedName).join(', ')}`] : [])
  const without = (ids: string[], others: string[]) => [...new Set(ids.filter((id) => !others.includes(id)))]
  const added = said(words[field].added, without(now, old))
  // A new parent replaces the former one.
  const removed = field === 'partOf' && added.length ? [] : said(words[field].removed, without(old, now))
  return [...added, ...removed].join(' and ')
}
