import { alertFailed, alertNote } from '../ui/alerts.tsx'
import { reportFailure } from '../ui/failed.ts'

/** Says what does not work without storage, and offers the tasks as a file. Everything else works. */
export function reportStorageFailed(error: unknown, loadSave: () => Promise<() => void>): undefined {
  console.error('Storage error', error)
  // At once: the network may be gone when the user wants the file.
  const ready = loadSave().catch(() => undefined)
  const save = async () => ((await ready) ?? (await loadSave()))()
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
  const reason = isFull ? 'This device has no room left' : 'This browser does not allow it'
  alertFailed(
    `Your tasks cannot be kept on this device. ${reason}. Taskdeck works while the server can be reached, but changes that wait are lost when you close this tab.`,
    'Storage error',
    { label: 'Download my tasks', run: () => void save().catch(reportUnsaved) },
  )
}

const reportUnsaved = (error: unknown) =>
  reportFailure('Error saving', error, 'The file could not be made. Please try again.')

/** Says that the data of this site was deleted, and that this tab has stored everything again. */
export function reportStoredAgain(unsent: number) {
  const and = unsent ? ` and ${unsent === 1 ? 'one unsent change' : `${unsent} unsent changes`}` : ''
  alertNote(`The data of this site was deleted in this browser. Taskdeck has stored your tasks${and} again.`)
}
