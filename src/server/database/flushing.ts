import { open } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

const betweenMs = 3

/**
 * Writes a file to disk again and again while work appends to it in another thread. A large transaction waits for the disk when it
 * commits; then most of its bytes are there already, and others wait for less.
 */
export async function whileFlushing<T>(path: string, work: Promise<T>): Promise<T> {
  let isDone = false
  async function flush() {
    const file = await open(path)
    try {
      while (!isDone) {
        await file.datasync()
        await pause(betweenMs)
      }
    } finally {
      await file.close()
    }
  }
  // The transaction itself waits for the disk and reports what is wrong with it. Its end does not wait for the last of these writes.
  flush().catch(() => {})
  try {
    return await work
  } finally {
    isDone = true
  }
}
