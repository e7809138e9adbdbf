import type { ImportedTask } from '../imports.ts'
import { taskLimits } from '../tasks.ts'
import type { FormatName, ReadFormatName } from './format-names.ts'
import { labelOf } from './label-of.ts'
import { formatOf, type ReadOptions, sourceOf } from './recognise.ts'
import type { Remark } from './remarks.ts'
import { type ReadSource, readSource } from './source.ts'

/** A text with the name of its file, which a ZIP has several of. */
export interface NamedText {
  name: string
  text: string
}

export interface ReadFiles {
  tasks: { line: number; file?: string; task: ImportedTask }[]
  problems: Remark[]
  remarks: Remark[]
}

/** The name of a file without its folders, on any system, or a fixed word for a text without one, such as that of stdin. */
const baseName = (path: string) => path.replace(/^.*[/\\]/s, '').replace(/\s+/g, ' ') || '-'

/**
 * The tasks in a text of a known format. `path` is that of the file: its name tells tasks apart whose titles or ids are alike in several files.
 * Throws an Error with a message for people if the text is broken.
 */
export const readFormat = (format: ReadFormatName, text: string, path = '', options: ReadOptions = {}): ReadSource =>
  readSource(format, baseName(path), sourceOf(format, text, { ...options, name: baseName(path) }))

/** The format of the first text that has one. */
export function formatOfFiles(files: readonly NamedText[]): FormatName | undefined {
  for (const { name, text } of files) {
    const format = formatOf(text, name)
    if (format) return format
  }
  return undefined
}

/** The tasks of all texts that have this format. Those that do not are remarked. `label` is added to each task that has room for it. */
export function readFiles(
  format: ReadFormatName,
  files: readonly NamedText[],
  options: ReadOptions & { label?: string },
): ReadFiles {
  const result: ReadFiles = { tasks: [], problems: [], remarks: [] }
  const isSeveral = files.length > 1
  const label = options.label ? labelOf(options.label) : undefined
  for (const { name, text } of files) {
    if (isSeveral && formatOf(text, name) !== format) {
      result.remarks.push({ line: 0, kind: 'entry', message: baseName(name) })
      continue
    }
    const read = readFormat(format, text, name, options)
    const file = isSeveral ? { file: baseName(name) } : {}
    for (const { line, task } of read.tasks) result.tasks.push({ line, ...file, task: withLabel(task, label) })
    for (const problem of read.problems) result.problems.push({ ...problem, ...file })
    for (const remark of read.remarks) result.remarks.push({ ...remark, ...file })
  }
  if (!result.tasks.length && !result.problems.length) throw new Error('It contains no tasks.')
  return result
}

function withLabel(task: ImportedTask, label: string | undefined): ImportedTask {
  const labels = task.labels ?? []
  if (!label || labels.includes(label) || labels.length >= taskLimits.labels) return task
  return { ...task, labels: [...labels, label] }
}
