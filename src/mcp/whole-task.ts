import { api } from '../contract/calls/api.ts'
import type { Dependencies } from './dependencies.ts'
import { ownerOf } from './owner.ts'
import { wholeData } from './task-data.ts'
import { taskMarkdown } from './task-text.ts'

/** Everything about a task, as data and as Markdown. */
export async function wholeTaskOf(dependencies: Dependencies, id: string) {
  const input = { params: { id } }
  const [task, { links, more: moreLinks }, { references }, { today }] = await Promise.all([
    dependencies.call(api.tasks.find, input),
    dependencies.call(api.tasks.links, input),
    dependencies.call(api.git.ofTask, input),
    ownerOf(dependencies),
  ])
  const data = wholeData({ task, links, moreLinks, references })
  return { text: taskMarkdown(data, today), data }
}
