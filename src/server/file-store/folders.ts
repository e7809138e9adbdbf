import { mkdir, open, opendir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Flushes a folder. A new file survives a power cut only if its folder is on disk as well. */
export async function syncFolder(path: string) {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** The number of owners whose folders are remembered as flushed. Forgotten ones are flushed again, which only costs time. */
const maxRemembered = 10_000

/**
 * Creates the folders of owners, and resolves when they are on disk. The promise is shared: an upload into a folder that another upload has
 * just created must not be acknowledged before that folder is flushed. Folders of earlier processes are flushed once, too.
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

/** The names in a folder, read in batches; none if the folder does not exist. */
export async function* namesIn(path: string, kind: 'files' | 'folders'): AsyncIterable<string> {
  const folder = await opendir(path).catch(noneIfMissing)
  if (!folder) return
  for await (const entry of folder) {
    if (kind === 'files' ? entry.isFile() : entry.isDirectory()) yield entry.name
  }
}

/** The number of files in a folder and its subfolders. */
export async function countFiles(path: string): Promise<number> {
  const found = (await readdir(path, { recursive: true, withFileTypes: true }).catch(noneIfMissing)) ?? []
  return found.filter((entry) => entry.isFile()).length
}

export function noneIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
