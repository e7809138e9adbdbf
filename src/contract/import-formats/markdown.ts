import { leftOutWords, readTodoFile, type TodoItem } from '../quick-add/todo-file.ts'
import type { Source, SourceTask } from './source.ts'

export const isMarkdown = (text: string) => /^\s*(?:[-*+]|\d{1,9}[.)])\s+\S/m.test(text)

/** Items of Markdown lists, with nested ones as parts. Headings, prose and code are no tasks. */
export function readMarkdown(text: string): Source {
  const { items, leftOut } = readTodoFile(text)
  const made = new Map<TodoItem, SourceTask>()
  const tasks = items.map((item, index) => {
    const parent = item.parent && made.get(item.parent)
    const { text: title, status } = item.line
    const task: SourceTask = {
      ...{ line: index + 1, title, status, description: item.description },
      ...(parent ? { parent } : {}),
    }
    made.set(item, task)
    return task
  })
  const words = leftOutWords(leftOut)
  return {
    tasks,
    problems: [],
    remarks: words ? [{ line: 0, message: `Left out, because it is no item of a list: ${words}.` }] : [],
  }
}
