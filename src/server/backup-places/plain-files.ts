import { constants } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'
import { BackupError } from './backup-error.ts'

/** A part of a backup is a link, a device, or anything else that a backup never contains. */
export class NotPlain extends BackupError {}

/** Without waiting for the other end of a fifo, and without following a link. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Opens a file of a backup. Everybody can have written a backup, so a link could make us read any file of this machine, and a fifo could
 * make us wait for ever: both are refused. Rejects with the code ENOENT if there is no file.
 */
export async function openPlain(path: string): Promise<FileHandle> {
  // A device may react to being opened.
  if (!(await lstat(path)).isFile()) throw new NotPlain(`${path} is not a plain file. Use another backup.`)
  const file = await open(path, flags)
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new NotPlain(`${path} is not a plain file. Use another backup.`)
}

/** Reads a small plain file. */
export async function readPlain(path: string): Promise<Buffer> {
  const file = await openPlain(path)
  try {
    return await file.readFile()
  } finally {
    await file.close()
  }
}

/** Throws if there is something else than a folder. A missing folder has missing files, which are reported by name. */
export async function refuseOtherThanFolder(path: string): Promise<void> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!found || found.isDirectory()) return
  throw new NotPlain(`${path} is not a folder but ${found.isSymbolicLink() ? 'a link' : 'a file'}. Use another backup.`)
}
