import { typedRepeat } from '../quick-add/typed-repeat.ts'
import type { Priority } from '../tasks.ts'
import type { Table } from './csv.ts'
import type { Source, SourceTask } from './source-task.ts'

/** p1 is the highest, and an empty cell means p1. */
const priorities: Record<string, Priority> = { '': 'Critical', 1: 'Critical', 2: 'High', 3: 'Medium', 4: 'Low' }
/** A label stands inside the text, after a space or at its beginning. */
const labelInText = /(?<=^|\s)@([^\s@]+)/gu

/**
 * A project of Todoist as CSV. Sections become labels, and so does the project, whose name a backup gives to the file. A note belongs to the task above it, and a deeper indentation makes a part of the task
 * above. Completed tasks are not in the file.
 */
export function readTodoist({ rows, problems: broken }: Table, file = ''): Source {
  const source: Source = { tasks: [], problems: [...broken], remarks: [] }
  const { tasks, problems, remarks } = source
  const project = projectIn(file)
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
      const words = content.replace(attachedFile, '').trim()
      if (words !== content) remarks.push({ line, kind: 'file', message: 'The file of its comment is left out.' })
      if (last) last.description = [last.description, words].filter(Boolean).join('\n\n')
      else if (content) problems.push({ line, message: 'A note has no task above it.' })
    } else if (type === 'task') {
      const level = Math.max(1, Number(cells.indent) || 1)
      above.length = Math.min(above.length, level - 1)
      const parent = above.at(-1)
      const labels = [...content.matchAll(labelInText)].map(([, label = '']) => label)
      if (cells.responsible?.trim())
        remarks.push({ line, kind: 'person', message: 'The person in charge is left out.' })
      const hours = hoursOf(cells.duration, cells.duration_unit)
      const task: SourceTask = {
        line,
        // A task that cannot be completed begins with an asterisk.
        title: content.replace(labelInText, '').replace(/^\* /, '').trim() || content,
        description: cells.description ?? '',
        labels: [...labels, section, project].filter(Boolean),
        ...(hours ? { estimateHours: hours } : {}),
        priority: priorities[cells.priority?.trim() ?? ''] ?? 'Medium',
        ...whenOf(cells.date?.trim() ?? '', cells.deadline?.trim() ?? ''),
        ...(parent ? { parent } : {}),
      }
      above[level - 1] = task
      tasks.push(task)
    } else problems.push({ line, message: `The type “${type.slice(0, 40)}” is not known.` })
  }
  return source
}

/** The name of the project in that of a file of a backup, such as `Work [2203].csv`. The inbox is not a project. */
function projectIn(file: string): string {
  const [, name = ''] = /^(.+) \[\d+\]\.csv$/i.exec(file) ?? []
  return /^inbox$/i.test(name) ? '' : name
}

/** A comment names its file in JSON. */
const attachedFile = /\[\[file \{.*?\}\]\]/gs

function hoursOf(duration = '', unit = ''): number {
  const count = Number(duration.trim()) || 0
  return /^day/i.test(unit.trim()) ? count * 8 : count / 60
}

const time = /\s*(?:\bat\s+|@)?\b(\d{1,2}:\d{2}(?:\s*[ap]m)?|\d{1,2}\s*[ap]m)\b/i
const reading = { dateStyle: 'iso', now: new Date(Date.UTC(2000, 0, 1, 12)) } as const

/** A date as the user has typed it: a day, or a repetition such as `every 2 weeks at 9:00`, which `every!` counts from the completion. */
function whenOf(date: string, deadline: string): Pick<SourceTask, 'dueDate' | 'dueTime' | 'repeat' | 'lostRepeat'> {
  const dueTime = time.exec(date)?.[1]
  const words = date.replace(time, '').trim()
  const isRepeat = /^(every|ev|each|daily|weekly|monthly|yearly)\b/i.test(words)
  const repeat = isRepeat ? typedRepeat(words.replace(/^(ev|each)\b/i, 'every').slice(0, 200), reading) : undefined
  return {
    dueDate: deadline || (isRepeat ? '' : words),
    ...(dueTime ? { dueTime } : {}),
    ...(repeat ? { repeat } : isRepeat ? { lostRepeat: date } : {}),
  }
}

export const isTodoist = (columns: readonly string[]) => columns.includes('type') && columns.includes('content')
