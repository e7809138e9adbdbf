import type { Priority } from '../tasks.ts'
import type { Row } from './csv.ts'
import type { Source, SourceTask } from './source.ts'

/** p1 is the highest, and an empty cell means p1. */
const priorities: Record<string, Priority> = { '': 'Critical', 1: 'Critical', 2: 'High', 3: 'Medium', 4: 'Low' }
/** A label stands inside the text, after a space or at its beginning. */
const labelInText = /(?<=^|\s)@([^\s@]+)/gu

/**
 * A project of Todoist as CSV. Sections become labels. A note belongs to the task above it, and a deeper indentation makes a part of the task
 * above. Completed tasks are not in the file.
 */
export function readTodoist(rows: Row[]): Source {
  const source: Source = { tasks: [], problems: [], remarks: [] }
  const { tasks, problems, remarks } = source
  const above: SourceTask[] = []
  let section = ''
  for (const { line, cells } of rows) {
    const content = cells.content?.trim() ?? ''
    const type = cells.type?.trim() ?? ''
    if (type === '' || type.startsWith('meta')) continue
    if (type === 'section') {
      section = content
      above.length = 0
    } else if (type === 'note') {
      const last = tasks.at(-1)
      if (last && content) last.description = [last.description, content].filter(Boolean).join('\n\n')
      else if (content) problems.push({ line, message: 'A note has no task above it.' })
    } else if (type === 'task') {
      const level = Math.max(1, Number(cells.indent) || 1)
      above.length = Math.min(above.length, level - 1)
      const parent = above.at(-1)
      const labels = [...content.matchAll(labelInText)].map(([, label = '']) => label)
      const task: SourceTask = {
        line,
        title: content.replace(labelInText, '').trim() || content,
        description: cells.description ?? '',
        labels: section ? [...labels, section] : labels,
        priority: priorities[cells.priority?.trim() ?? ''] ?? 'Medium',
        dueDate: cells.deadline?.trim() || (cells.date ?? ''),
        ...(parent ? { parent } : {}),
      }
      above[level - 1] = task
      tasks.push(task)
      if (/\d{1,2}:\d\d/.test(cells.date ?? ''))
        remarks.push({ line, message: 'Dates have no time of day. It is left out.' })
    } else problems.push({ line, message: `The type “${type.slice(0, 40)}” is not known.` })
  }
  return source
}

export const isTodoist = (columns: readonly string[]) => columns.includes('type') && columns.includes('content')
