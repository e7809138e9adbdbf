import { useEffect, useEffectEvent, useRef } from 'react'
import { tickedItem, toggleItem } from '../../contract/checklist-ticks.ts'
import { nameOf, numberOf } from '../../contract/words/task-names.ts'
import type { DeckTask } from '../deck/change.ts'
import { showNow } from '../deck/current-deck.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { TaskLink } from '../navigation/task-link.tsx'
import { TaskReference } from '../tasks/task-reference.tsx'
import { useChange } from '../tasks/use-change.ts'
import { useLinks } from '../tasks/use-links.ts'
import { Button } from '../ui/button.tsx'
import { offsetAt } from './clicked-offset.ts'
import classes from './task-editor.module.css'
import type { Spot } from './use-text.ts'

interface TitleProps {
  task: DeckTask
  /** Undefined if the task cannot be edited. */
  onEdit: ((spot: Spot) => void) | undefined
}

/** The title: the heading of a page with its number, or one of a panel that says the number elsewhere. */
export function TaskTitle({ task, onEdit, level = 1 }: TitleProps & { level?: 1 | 2 }) {
  const heading = useClickToEdit(task.title, onEdit && ((offset) => onEdit({ field: 'title', offset })))
  const attributes = { dir: 'auto', ref: heading, 'data-editable': onEdit && true } as const
  if (level === 2) return <h2 {...attributes}>{task.title}</h2>
  return (
    <>
      <TaskNumber task={task} />
      <h1 className={classes.title} {...attributes}>
        {task.title}
      </h1>
    </>
  )
}

/** The number above the title, and the task that this one is a part of. */
export function TaskNumber({ task }: { task: DeckTask }) {
  const { parent } = useLinks(task._id)
  return (
    <p className={classes.number}>
      <span className="mono">{numberOf(task)}</span>
      {parent && (
        <span className={classes.parent}>
          <span aria-hidden="true">↳ </span>of <TaskLink id={parent._id}>{nameOf(parent)}</TaskLink>
        </span>
      )}
    </p>
  )
}

/** The description. Its checklist can be ticked without editing it. */
export function TaskDescription({ task, onEdit }: TitleProps) {
  const edit = onEdit && ((offset?: number) => onEdit({ field: 'description', offset }))
  const box = useClickToEdit(task.description, edit)
  const change = useChange()
  const toggle = (offset: number) => {
    const description = toggleItem(task.description, offset)
    if (description === undefined) return
    const tick = tickedItem(task.description, description)
    void change(
      { kind: 'update', task: task._id, values: { description } },
      {
        message: ([changed = task]) => `${tick?.isDone ? 'Ticked' : 'Unticked'} “${tick?.text}” in ${nameOf(changed)}`,
        failure: 'Error updating task',
        fallback: 'The task was not updated. Please try again.',
      },
    )
    // A box that the user has ticked must not jump back.
    showNow()
  }
  if (task.description)
    return (
      <div ref={box} data-editable={onEdit && true}>
        <Markdown text={task.description} onToggle={onEdit && toggle} Reference={TaskReference} />
      </div>
    )
  return edit ? (
    <Button className={classes.add} variant="subtle" tone="neutral" onClick={() => edit?.()}>
      Add a description
    </Button>
  ) : (
    <p className={classes.none}>No description</p>
  )
}

const controls = 'a, button, input, summary'

/**
 * Lets a click on a text edit it, where it was clicked: not on a control in it, and not if the click has selected text. For the keyboard
 * there is a command.
 */
function useClickToEdit(source: string, onEdit: ((offset: number | undefined) => void) | undefined) {
  const element = useRef<HTMLHeadingElement & HTMLDivElement>(null)
  const edit = useEffectEvent((event: MouseEvent) => onEdit?.(offsetAt(event, source)))
  useEffect(() => {
    const text = element.current
    const onClick = (event: MouseEvent) => {
      if ((event.target as Element).closest(controls) || !window.getSelection()?.isCollapsed) return
      edit(event)
    }
    text?.addEventListener('click', onClick)
    return () => text?.removeEventListener('click', onClick)
  })
  return element
}
