import { readFormat } from '../src/contract/import-formats/read-files.ts'
import { formatOf, type ReadOptions } from '../src/contract/import-formats/recognise.ts'

/** The format of a text and its tasks without their ids, with the titles of other tasks in place of theirs. */
export function shownTasks(text: string, name = '', options: ReadOptions = {}) {
  const format = formatOf(text, name)
  if (!format || format === 'lines') throw new Error(`Recognised as ${format}`)
  const { tasks, problems, remarks } = readFormat(format, text, name, options)
  const titles = new Map(tasks.map(({ task }) => [task._id, task.title]))
  const shown = tasks.map(({ task: { _id, partOf, blockedBy, ...task } }) => ({
    ...task,
    ...(partOf ? { partOf: titles.get(partOf) } : {}),
    ...(blockedBy ? { blockedBy: blockedBy.map((id) => titles.get(id)) } : {}),
  }))
  const ids = tasks.map(({ task }) => task._id)
  return { format, tasks: shown, ids, problems, remarks: remarks.map(({ message }) => message) }
}
