import { fileCalls } from '../../contract/calls/files.ts'
import { CallError, errorOf, notTaskdeck, pathOf, unreachable } from '../../contract/client.ts'
import type { Output } from '../../contract/endpoint.ts'

interface Options {
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** Uploads a file. Uses XMLHttpRequest, because fetch does not report the progress of an upload. */
export function uploadFile(
  taskId: string,
  file: File,
  { onProgress, signal }: Options,
): Promise<Output<typeof fileCalls.upload>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const body = new FormData()
    body.append('file', file)
    request.open(fileCalls.upload.method, pathOf(fileCalls.upload.path, { id: taskId }))
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onerror = () => reject(new CallError(0, 'network', unreachable))
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    request.onload = () => {
      if (request.status !== fileCalls.upload.status) reject(errorOf(request.status, request.response))
      else if (!request.response) reject(new CallError(0, 'network', notTaskdeck))
      else resolve(request.response)
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}
