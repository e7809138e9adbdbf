import { createContext } from 'react'

/** A dialog or menu that is open, or something that is being dragged. It has the keyboard to itself. */
export interface Layer {
  close: () => void
  /** Receives all other keys first. */
  onKey?: (event: KeyboardEvent) => void
  /** Whether it belongs to a field below it, such as a calendar: the form of the field is submitted also while it is open. */
  isOfField?: boolean
}

/** The layer that a component is in; undefined on the screen below all layers. */
export const LayerContext = createContext<Layer | undefined>(undefined)
