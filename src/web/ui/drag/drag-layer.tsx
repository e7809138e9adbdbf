import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useLayer } from '../layers.ts'
import classes from './drag.module.css'
import type { Point } from './press.ts'

interface Props {
  /** The element that is dragged. */
  source: HTMLElement
  /** Called with a function that moves the preview to a point of the window. */
  onReady: (moveTo: (point: Point) => void) => void
  onKey: (event: KeyboardEvent) => void
  onCancel: () => void
}

/** A picture of the dragged element that follows the pointer. While it is there, all keys belong to the drag. */
export function DragLayer({ source, onReady, onKey, onCancel }: Props) {
  useLayer(onCancel, { onKey })
  const preview = useRef<HTMLDivElement>(null)
  const ready = useEffectEvent(onReady)
  useLayoutEffect(() => {
    const { current } = preview
    if (!current) return
    const { width, left, top } = source.getBoundingClientRect()
    const moveTo = ({ x, y }: Point) => {
      current.style.translate = `${x}px ${y}px`
    }
    current.replaceChildren(pictureOf(source))
    current.style.width = `${width}px`
    moveTo({ x: left, y: top })
    ready(moveTo)
  }, [source])
  return <div ref={preview} className={classes.preview} aria-hidden="true" inert />
}

/** By these attributes, code and users find the original. */
const found = [
  'id',
  'href',
  'name',
  'data-task',
  'data-dragging',
  'data-drop-item',
  'data-drop-day',
  'aria-describedby',
]

/** A copy that looks like an element. */
function pictureOf(source: HTMLElement): HTMLElement {
  const copy = source.cloneNode(true) as HTMLElement
  copy.removeAttribute('style')
  for (const element of [copy, ...copy.querySelectorAll('*')]) {
    for (const name of found) element.removeAttribute(name)
  }
  return copy
}
