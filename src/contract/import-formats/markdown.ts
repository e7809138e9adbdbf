import { leftOutWords, readTodoFile, type TodoItem } from '../quick-add/todo-file.ts'
import type { HeadingChoice } from './heading-choices.ts'
import type { Source, SourceTask } from './source-task.ts'

export const isMarkdown = (text: string) => /^\s*(?:[-*+]|\d{1,9}[.)])\s+\S/m.test(text)

/** Items of Markdown lists, with nested ones as parts. Prose, code and rules are no tasks, and headings only if they are to be parents. */
export function readMarkdown(text: string, headings: HeadingChoice): Source {
  const { items, leftOut } = readTodoFile(text)
  const made = new Map<TodoItem, SourceTask>()
  const sections = new Map<string, SourceTask>()
  const tasks: SourceTask[] = []
  /** The task of the innermost heading, which is made when its first item comes. */
  const sectionOf = (path: readonly string[], line: number): SourceTask | undefined => {
    const title = path.at(-1)
    if (title === undefined) return undefined
    const key = path.join('\n')
    const known = sections.get(key)
    if (known) return known
    const parent = sectionOf(path.slice(0, -1), line)
    const task: SourceTask = { line, title, ...(parent ? { parent } : {}) }
    sections.set(key, task)
    tasks.push(task)
    return task
  }
  for (const item of items) {
    const { row, headings: path = [] } = item
    const parent = item.parent ? made.get(item.parent) : headings === 'parents' ? sectionOf(path, row) : undefined
    const { text: title, status } = item.line
    const task: SourceTask = {
      ...{ line: row, title, status, description: item.description },
      ...(headings === 'labels' ? { labels: path.slice(-1) } : {}),
      ...(parent ? { parent } : {}),
    }
    made.set(item, task)
    tasks.push(task)
  }
  const { heading: _, ...others } = leftOut
  const words = leftOutWords(headings === 'none' ? leftOut : others)
  return {
    tasks,
    problems: [],
    remarks: words ? [{ line: 0, kind: 'text', message: `Left out, because it is no item of a list: ${words}.` }] : [],
  }
}
