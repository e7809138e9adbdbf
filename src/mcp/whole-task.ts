import { api } from '../contract/calls/api.ts'
import type { Dependencies } from './dependencies.ts'
import { notesText } from './note-text.ts'
import { ownerOf } from './owner.ts'
import { receiptsText } from './receipt-text.ts'
import { wholeData } from './task-data.ts'
import { taskMarkdown } from './task-text.ts'

/** The characters of a result. Some are for the quotes and escapes of its JSON. */
const maxResult = 80_000

/** Notes of a page. */
const notesAtOnce = 20

/** The last notes of a task, or those before a number. */
export async function notesOf(
  { call }: Dependencies,
  id: string,
  { before, room }: { before?: number; room?: number },
) {
  const query = { limit: String(notesAtOnce), ...(before === undefined ? {} : { before: String(before) }) }
  return notesText(await call(api.notes.ofTask, { params: { id }, query }), room)
}

/** Everything about a task, as data and as Markdown. */
export async function wholeTaskOf(dependencies: Dependencies, id: string) {
  const input = { params: { id } }
  const [task, { links, more: moreLinks }, { references }, { today }] = await Promise.all([
    dependencies.call(api.tasks.find, input),
    dependencies.call(api.tasks.links, input),
    dependencies.call(api.git.ofTask, input),
    ownerOf(dependencies),
  ])
  const whole = wholeData({ task, links, moreLinks, references })
  const proof =
    task.proof && receiptsText((await dependencies.call(api.receipts.ofTask, input)).receipts, task.doneWhen ?? [])
  const text = [taskMarkdown(whole, today), ...(proof ? [proof.text] : [])].join('\n\n')
  const data = { ...whole, ...proof?.data }
  if (!task.noteCount) return { text, data }
  // A result contains everything twice, in words and as data.
  const room = Math.max(0, maxResult - text.length - JSON.stringify(data).length) / 2
  const notes = await notesOf(dependencies, id, { room })
  return { text: `${text}\n\n${notes.text}`, data: { ...data, ...notes.data } }
}
