import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { openDialog } from './dialogs.tsx'

/** Asks the user something in a dialog. Resolves to the answer, or to undefined if the user, or the signal, closes the dialog. */
export function ask<T>(
  title: string,
  body: (answer: (value?: T) => void) => ReactNode,
  signal?: AbortSignal,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(undefined)
    const answer = (value?: T) => {
      close()
      resolve(value)
    }
    const close = openDialog(
      <Dialog title={title} centered isOnTop onClose={() => answer()}>
        {body(answer)}
      </Dialog>,
    )
    signal?.addEventListener('abort', () => answer())
  })
}
