import { alertDone } from '../ui/alerts.tsx'
import { createUserCell } from '../ui/client-state.ts'
import { reportFailure } from '../ui/failed.ts'
import { saveBlob } from '../ui/save-file.ts'
import { downloadArchive } from './download-archive.ts'

/** An export that goes on while the user looks at other screens. It ends with the session. */
interface RunningExport {
  bytes: number
  controller: AbortController
}

export const runningExport = createUserCell<RunningExport | undefined>(undefined)

/** Downloads everything of this user, saves it on this device, and says on whatever screen that it is done or has failed. */
export async function exportEverything(owner: string) {
  const controller = new AbortController()
  const isRunning = () => runningExport.get()?.controller === controller
  const askBeforeClosing = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', askBeforeClosing)
  runningExport.set({ bytes: 0, controller })
  try {
    const { name, blob } = await downloadArchive(owner, controller.signal, (bytes) => {
      if (isRunning()) runningExport.set({ bytes, controller })
      else controller.abort()
    })
    if (!isRunning()) return
    saveBlob(name, blob)
    alertDone('Your data was downloaded.')
  } catch (error) {
    if (isRunning()) reportFailure('Download error', error, undefined, 'The download of your data has failed. ')
  } finally {
    window.removeEventListener('beforeunload', askBeforeClosing)
    if (isRunning()) runningExport.set(undefined)
  }
}

export function cancelExport() {
  runningExport.get()?.controller.abort()
  runningExport.set(undefined)
}
