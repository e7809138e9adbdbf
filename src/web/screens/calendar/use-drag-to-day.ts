import { type DragEvent, useState } from 'react'
import type { Task } from '../../../contract/schemas/tasks.ts'
import type { TaskList } from '../../tasks/use-task-list.ts'
import { noDay } from './by-day.ts'

interface Options {
  list: TaskList
  tasks: Task[]
  move: (tasks: Task[], day: string | null) => void
}

/** The day of the cell in which something happens: empty for those without a date, undefined outside of all. */
const dayAt = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-drop-day]')?.dataset.dropDay

/** Lets the mouse drag tasks to another day: one, or all that are selected with it. By touch, the menu of the due date does this. */
export function useDragToDay({ list, tasks, move }: Options) {
  const [dragged, setDragged] = useState<Task[]>([])
  const [over, setOver] = useState<string>()
  const end = () => {
    setDragged([])
    setOver(undefined)
  }
  const handlers = {
    onDragStart: (event: DragEvent) => {
      const id = (event.target as Element).closest<HTMLElement>('[data-task]')?.dataset.task
      const task = tasks.find(({ _id }) => _id === id)
      if (!task) return
      event.dataTransfer.effectAllowed = 'move'
      setDragged(list.selected.has(task._id) ? list.targets() : [task])
    },
    onDragOver: (event: DragEvent) => {
      const day = dayAt(event.target)
      if (!dragged.length || day === undefined) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
      setOver(day)
    },
    onDrop: (event: DragEvent) => {
      const day = dayAt(event.target)
      if (!dragged.length || day === undefined) return
      event.preventDefault()
      move(dragged, day === noDay ? null : day)
      end()
    },
    onDragEnd: end,
  }
  return { handlers, over }
}
