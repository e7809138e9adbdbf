import { archiveType } from '../../contract/archives.ts'
import { archiveCalls } from '../../contract/calls/archives.ts'
import { CallError, errorOf, unreachable } from '../../contract/client.ts'
import { ownerHeader } from '../../contract/owner-header.ts'

/** Downloads an archive of this user. `onProgress` gets the number of bytes that have arrived. Throws a CallError. */
export async function downloadArchive(
  owner: string,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<{ name: string; blob: Blob }> {
  try {
    const response = await fetch(archiveCalls.download.path, {
      ...{ credentials: 'same-origin' as const, signal },
      headers: { [ownerHeader]: owner },
    })
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
    return { name: nameIn(response), blob: new Blob([blob], { type: archiveType }) }
  } catch (error) {
    if (error instanceof CallError || signal.aborted) throw error
    throw new CallError(0, 'network', unreachable)
  }
}

const nameIn = ({ headers }: Response) =>
  /filename="([\w.-]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'taskdeck.zip'
