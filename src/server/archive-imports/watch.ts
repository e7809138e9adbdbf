import { pauses } from '../work/slices.ts'

/** A client that waits for an import. */
export interface Watcher {
  /** Ends the import before it is written. */
  stop?: AbortSignal
  /** Called with the bytes that were worked through, of all. */
  onProgress?: (done: number, of: number) => void
}

/** Reading an archive is computing for the most part. Others have their turn after this. */
const maxSliceMs = 5

/** Lets others have their turn, ends the work when its client has left, and reports how far it is. */
export function watch({ stop, onProgress }: Watcher, of: number) {
  const pause = pauses(maxSliceMs)
  let done = 0
  return {
    pause(): Promise<void> | undefined {
      stop?.throwIfAborted()
      return pause()
    },
    add(bytes: number): void {
      done = Math.min(done + bytes, of)
      onProgress?.(done, of)
    },
    /** Bytes that are counted, and end when the client has left. */
    async *counted(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of bytes) {
        stop?.throwIfAborted()
        this.add(chunk.length)
        yield chunk
      }
    },
  }
}

export type Watch = ReturnType<typeof watch>
