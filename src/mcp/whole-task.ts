import { api } from '../contract/schemas/api.ts'
import { ownerOf } from './owner.ts'
import type { Parts } from './parts.ts'
import { wholeData } from './task-data.ts'
import { taskMarkdown } from './task-text.ts'

/** Everything about a task, as data and as Markdown. */
export async function wholeTaskOf(parts: Parts, id: string) {
  const input = { params: { id } }
  const [task, { links, more: moreLinks }, { references }, { today }] = await Promise.all([
    parts.call(api.tasks.find, input),
    parts.call(api.tasks.links, input),
    parts.call(api.git.ofTask, input),
    ownerOf(parts),
  ])
  const data = wholeData({ task, links, moreLinks, references })
  return { text: taskMarkdown(data, today), data }
}
