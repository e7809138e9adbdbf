import { ConfigError } from '../settings/config.ts'

/** A backup could not be made or restored. The message says why, and how to solve it. */
export class BackupError extends ConfigError {}

const meanings: Record<string, string> = {
  ENOSPC: 'its disk is full: free some space, or choose another folder',
  EDQUOT: 'its disk quota is used up: free some space, or choose another folder',
  EACCES: 'it cannot be read and written: give the user that runs Taskdeck access to it, or choose another folder',
  EPERM: 'it cannot be read and written: give the user that runs Taskdeck access to it, or choose another folder',
  EROFS: 'its file system is read-only: choose another folder',
  ENOTDIR: 'a part of this path is a file: choose another folder',
  EIO: 'its disk reports errors: choose another disk',
}

/** The error in words if it comes from the file system below a folder; otherwise the error itself. */
export function explained(error: unknown, folder: string): unknown {
  const { code = '', path = '' } = error as NodeJS.ErrnoException
  const meaning = meanings[code]
  if (!meaning || (path && !path.startsWith(folder))) return error
  return new BackupError(`The folder ${folder} cannot be used (${code}), because ${meaning}.`, { cause: error })
}
