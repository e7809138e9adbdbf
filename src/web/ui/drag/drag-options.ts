import type { ReactNode } from 'react'
import type { Way } from './drag-keys.ts'
import type { Point, Press } from './press.ts'

export interface DragItem {
  id: string
  /** The element that shows it. */
  element: HTMLElement
}

/** The items and places of a screen. */
export interface DragOptions<Place> {
  /** The item that a press or Space on an element picks up. */
  itemAt: (target: Element, by: 'mouse' | 'touch' | 'keys') => DragItem | undefined
  /** Whether an item can still be dragged. */
  isThere: (id: string) => boolean
  /** The place of an item before it is dragged. */
  placeOf: (id: string) => Place
  placeAt: (point: Point, id: string) => Place | undefined
  /** The place after an arrow key; undefined if there is none. */
  step: (from: Place, way: Way, id: string) => Place | undefined
  onDrop: (id: string, place: Place) => void
  /** The name of an item, for screen readers. */
  nameOf: (id: string) => string
  /** A place in words, for screen readers. It is said together with another one. */
  inWords: (place: Place, other: Place, id: string) => string
  /** How long a finger must rest to lift an item. Without it, only `hold` lifts by touch. */
  holdMs?: number
}

export interface Drag<Place> {
  /** The id of the dragged item. */
  id: string | undefined
  /** Where it would be dropped. */
  place: Place | undefined
  /** Whether it is dragged by a pointer, not by keys. */
  isPointed: boolean
  /** For the element around all items and places. */
  box: object
  /** For the element that has the focus when Space lifts the item. */
  handle: { 'aria-describedby': string }
  /** To be rendered in the box. */
  layer: ReactNode
  /** Lifts an item as soon as the finger that has held it moves. */
  hold: (press: Press, item: DragItem, onLift: () => void) => void
}
