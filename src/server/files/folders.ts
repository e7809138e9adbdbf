import { mkdir, open, opendir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A new name is safe only when the folder that it is in is on disk as well. */
export async function syncFolder(path: string) {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Owners whose folders are remembered as flushed. More are flushed once more, which costs time and nothing else. */
const maxRemembered = 10_000

/**
 * Makes the folders of owners, and resolves when their own names are on disk. The promise is shared: an upload that finds the folder which
 * another one has just made must not be acknowledged before that folder is flushed. A folder from before this process is flushed once, too.
 */
export function ownerFolders(root: string) {
  const flushed = new Map<string, Promise<void>>()

  async function flush(owner: string) {
    try {
      await Promise.all([syncFolder(root), syncFolder(dirname(root))])
    } catch (error) {
      flushed.delete(owner)
      throw error
    }
  }

  return async (owner: string): Promise<string> => {
    const folder = join(root, owner)
    const isNew = (await mkdir(folder, { recursive: true })) !== undefined
    let done = flushed.get(owner)
    if (isNew || !done) {
      if (flushed.size >= maxRemembered) flushed.clear()
      done = flush(owner)
      flushed.set(owner, done)
    }
    await done
    return folder
  }
}

/** The names in a folder, a few at a time; none where there is no such folder. */
export async function* namesIn(path: string, kind: 'files' | 'folders'): AsyncIterable<string> {
  const folder = await opendir(path).catch(noneIfMissing)
  if (!folder) return
  for await (const entry of folder) {
    if (kind === 'files' ? entry.isFile() : entry.isDirectory()) yield entry.name
  }
}

/** How many files there are in a folder and those below it. */
export async function countFiles(path: string): Promise<number> {
  const found = (await readdir(path, { recursive: true, withFileTypes: true }).catch(noneIfMissing)) ?? []
  return found.filter((entry) => entry.isFile()).length
}

export function noneIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
