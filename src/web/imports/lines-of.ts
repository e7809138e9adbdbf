import type { NamedText, ReadFiles } from '../../contract/import-formats/read-files.ts'
import type { ImportedTask } from '../../contract/imports.ts'

/** The tasks in lines that Taskdeck has exported. Other lines are problems; the server checks the rest. Throws an Error if no line is a task. */
export function linesOf(texts: readonly NamedText[]): ReadFiles {
  const result: ReadFiles = { tasks: [], problems: [], remarks: [] }
  for (const { text } of texts)
    for (const [index, row] of text.split('\n').entries()) {
      if (!row.trim()) continue
      const task = taskIn(row)
      if (task) result.tasks.push({ line: index + 1, task })
      else result.problems.push({ line: index + 1, message: 'This is no task of an export.' })
    }
  if (!result.tasks.length) throw new Error('It contains no tasks.')
  return result
}

function taskIn(row: string): ImportedTask | undefined {
  try {
    const value = JSON.parse(row)
    return typeof value?._id === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
