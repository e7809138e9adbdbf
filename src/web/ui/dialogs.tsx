import { Fragment, type ReactNode } from 'react'
import { createCell } from './client-state.ts'

interface OpenDialog {
  id: number
  content: ReactNode
}

const dialogs = createCell<OpenDialog[]>([])
let lastId = 0

/** Shows a dialog on top of every screen until the returned function is called. */
export function openDialog(content: ReactNode): () => void {
  lastId += 1
  const id = lastId
  dialogs.update((all) => [...all, { id, content }])
  return () => dialogs.update((all) => all.filter((dialog) => dialog.id !== id))
}

/** The dialogs that were opened by `openDialog`. Each brings its own code, so that this file stays small for visitors. */
export function Dialogs() {
  return dialogs.use().map(({ id, content }) => <Fragment key={id}>{content}</Fragment>)
}
