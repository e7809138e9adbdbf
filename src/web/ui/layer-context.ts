import { createContext } from 'react'

/** A dialog or menu that is open, or something that is being dragged. It has the keyboard to itself. */
export interface Layer {
  close: () => void
  /** Receives all other keys first. */
  onKey?: (event: KeyboardEvent) => void
}

/** The layer that a component is in; undefined on the screen below all layers. */
export const LayerContext = createContext<Layer | undefined>(undefined)
