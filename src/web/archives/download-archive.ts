import { archiveCalls } from '../../contract/calls/archives.ts'
import { CallError, errorOf, unreachable } from '../../contract/client.ts'
import { saveBlob } from '../ui/save-file.ts'

/** Downloads an archive and saves it on this device. `onProgress` gets the number of bytes that have arrived. Throws a CallError. */
export async function downloadArchive(signal: AbortSignal, onProgress: (bytes: number) => void): Promise<void> {
  try {
    const response = await fetch(archiveCalls.download.path, { credentials: 'same-origin', signal })
    if (response.status !== 200 || !response.body)
      throw errorOf(response.status, await response.json().catch(() => undefined))
    let bytes = 0
    const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytes += chunk.length
        onProgress(bytes)
        controller.enqueue(chunk)
      },
    })
    // Browsers keep a large blob on the disk.
    const blob = await new Response(response.body.pipeThrough(counting)).blob()
    saveBlob(nameIn(response), new Blob([blob], { type: 'application/zip' }))
  } catch (error) {
    if (error instanceof CallError || signal.aborted) throw error
    throw new CallError(0, 'network', unreachable)
  }
}

const nameIn = ({ headers }: Response) =>
  /filename="([\w.-]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'taskdeck.zip'
