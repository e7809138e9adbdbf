import type { Task } from '../../contract/schemas/tasks.ts'
import { textWidth } from '../ui/text-width.ts'

/** A function that returns about the width of a title in a font. It remembers the width as long as the task does not change. */
export function titleWidthIn(font: string): (task: Task) => number {
  const widths = new WeakMap<Task, number>()
  return (task) => {
    const width = widths.get(task) ?? textWidth(task.title, font)
    widths.set(task, width)
    return width
  }
}
