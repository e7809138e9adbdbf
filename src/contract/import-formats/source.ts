import type { ImportedTask } from '../imports.ts'
import type { Priority, Status } from '../tasks.ts'
import { cleanLabel, maxPartLevels, taskLimits } from '../tasks.ts'
import { dayIn } from './days.ts'
import { idOfKey } from './id-of-key.ts'

/** Something about a line of a file. */
export interface Remark {
  line: number
  message: string
}

/** A task as it is at its source, before it is made to fit. */
export interface SourceTask {
  /** Where it is in the file, for people: the number of a line or of an element. */
  line: number
  /** Its id at the source, if it has one. */
  id?: string
  /** Whether no other file has another task with this id. */
  isIdGlobal?: boolean
  /** The task that it is a part of. */
  parent?: SourceTask
  title: string
  description?: string
  /** Labels in any form. */
  labels?: string[]
  priority?: Priority
  /** Days in any form. One that is not understood is kept in the description. */
  dueDate?: string
  startDate?: string
  status?: Status
  createdAt?: string
  completedAt?: string
}

/** The result of reading a file. */
export interface Source {
  tasks: SourceTask[]
  problems: Remark[]
  /** Parts that cannot be carried over. */
  remarks: Remark[]
}

export interface ReadSource extends Omit<Source, 'tasks'> {
  tasks: { line: number; task: ImportedTask }[]
}

/**
 * The tasks of a source as an import takes them. Each has an id that follows from its id at the source, or from its title and place in the list,
 * so that importing the same file again finds the same tasks. The name of the file tells those apart that are alike in several files.
 */
export function readSource(format: string, name: string, { tasks, problems, remarks }: Source): ReadSource {
  const result: ReadSource = { tasks: [], problems: [...problems], remarks: [...remarks] }
  const ids = new Map<SourceTask, string>()
  const levels = new Map<SourceTask, number>()
  const seen = new Map<string, number>()
  for (const source of tasks) {
    const remark = (message: string) => result.remarks.push({ line: source.line, message })
    const title = source.title.replace(/\s+/g, ' ').trim()
    if (!title) {
      result.problems.push({ line: source.line, message: 'It has no title.' })
      continue
    }
    const parent = placed(source.parent, ids, levels)
    if (parent !== source.parent)
      remark('Its level is too deep, or its parent is missing: it is a part of the task above.')
    // A title has no line break, so that what stands after one is no part of it.
    const place = source.isIdGlobal ? format : `${format}\n${name}`
    const key = (source.id ?? `${(parent && ids.get(parent)) ?? ''} ${title}`).replaceAll('\n', ' ')
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    const id = idOfKey(`${place}\n${key}\n${count}`)
    ids.set(source, id)
    levels.set(source, parent ? (levels.get(parent) ?? 1) + 1 : 1)
    const task = { _id: id, ...valuesOf(source, title, remark), ...(parent ? { partOf: ids.get(parent) ?? null } : {}) }
    result.tasks.push({ line: source.line, task })
  }
  return result
}

/** The nearest task above that exists and can have parts. */
function placed(
  parent: SourceTask | undefined,
  ids: ReadonlyMap<SourceTask, string>,
  levels: ReadonlyMap<SourceTask, number>,
): SourceTask | undefined {
  let above = parent
  while (above && (!ids.has(above) || (levels.get(above) ?? 1) >= maxPartLevels)) above = above.parent
  return above
}

function valuesOf(source: SourceTask, title: string, remark: (message: string) => void) {
  const { priority, status, createdAt, completedAt } = source
  const letters = [...title]
  const isLong = letters.length > taskLimits.title
  const lost: string[] = []
  const day = (name: string, value: string | undefined) => {
    if (!value?.trim()) return undefined
    const found = dayIn(value)
    if (found === undefined) {
      lost.push(`${name}: ${value.trim()}`)
      remark(`${name} “${value.trim().slice(0, 40)}” is not a day that is understood. It is kept in the description.`)
    }
    return found
  }
  const dueDate = day('Due date', source.dueDate)
  const startDate = day('Start date', source.startDate)
  const texts = [isLong ? title : '', source.description?.trim() ?? '', lost.join('\n')]
  const description = texts.filter(Boolean).join('\n\n')
  if (isLong) remark('Its title is too long: all of it is in the description.')
  const kept = [...description].slice(0, taskLimits.description).join('')
  if (kept.length < description.length) remark(`Its description is cut after ${taskLimits.description} characters.`)
  const labels = [...new Set((source.labels ?? []).flatMap((label) => labelOf(label) ?? []))]
  if (labels.length > taskLimits.labels) remark(`It keeps ${taskLimits.labels} of ${labels.length} labels.`)
  return {
    title: isLong ? `${letters.slice(0, taskLimits.title - 1).join('')}…` : title,
    ...(kept ? { description: kept } : {}),
    ...(labels.length ? { labels: labels.slice(0, taskLimits.labels) } : {}),
    ...(priority ? { priority } : {}),
    ...(dueDate ? { dueDate } : {}),
    ...(startDate ? { startDate } : {}),
    ...(status ? { status } : {}),
    ...timeOf('createdAt', createdAt),
    ...timeOf('completedAt', status === 'Completed' ? completedAt : undefined),
  }
}

/** A time as it is sent, if it is one. */
function timeOf(name: 'createdAt' | 'completedAt', text: string | undefined) {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? {} : { [name]: new Date(time).toISOString() }
}

/** The nearest label to a text: other characters than letters and digits become hyphens. */
function labelOf(text: string): string | undefined {
  const words = cleanLabel(text.trim()).replace(/[^\p{L}\p{N}\p{M}_-]+/gu, '-')
  const label = [...words.replace(/^[^\p{L}\p{N}]+/u, '')].slice(0, taskLimits.label).join('').replace(/-+$/, '')
  return label || undefined
}
