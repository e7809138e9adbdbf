import { accessSync, chmodSync, constants, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config.ts'
import { makeFolder } from './folder.ts'

const openToOthers = 0o077
const isShared = 0o1000

interface Places {
  dataDir: string
  /** The database if it is a file, possibly outside the data folder. */
  databaseFile: string | undefined
}

/**
 * Creates the data folder, and makes it and its contents private to the user that runs Taskdeck. Calls `warn` for everything that was not
 * private. Throws a ConfigError if the folder cannot be used, or is not private and not ours.
 */
export function prepareDataFolder({ dataDir, databaseFile }: Places, warn: (message: string) => void): void {
  const files = join(dataDir, 'files')
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    throw unusable(dataDir, error)
  }
  closeToOthers(dataDir, warn, { mustBeOurs: true })
  try {
    makeFolder(files)
  } catch (error) {
    throw unusable(dataDir, error)
  }
  if (closeToOthers(files, warn)) {
    for (const entry of readdirSync(files, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink()) closeToOthers(join(entry.parentPath, entry.name), () => {})
    }
  }
  if (!databaseFile) return
  for (const suffix of ['', '-wal', '-shm']) closeToOthers(`${databaseFile}${suffix}`, warn)
}

/** Returns true if it was accessible to others. */
function closeToOthers(path: string, warn: (message: string) => void, { mustBeOurs = false } = {}): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || !(found.mode & openToOthers)) return false
  if (mustBeOurs && !looksLikeOurs(path, found)) {
    throw new ConfigError(
      `The data folder ${path} is accessible to other users of this machine and contains other things: set DATA_DIR to a folder of its own, or run chmod 700 ${path}.`,
    )
  }
  const mode = found.isDirectory() ? 0o700 : 0o600
  try {
    chmodSync(path, mode)
  } catch {
    throw new ConfigError(
      `Other users of this machine can read ${path}, and it belongs to another user: run chmod ${mode.toString(8)} ${path} as its owner, or set DATA_DIR to another folder.`,
    )
  }
  // Some file systems do not support permissions, such as those of USB sticks and network shares.
  const isClosed = !(statSync(path).mode & openToOthers)
  warn(
    isClosed
      ? `Other users of this machine could read ${path}: made it private (mode ${mode.toString(8)}).`
      : `Other users of this machine can read ${path}, and its file system does not support permissions: protect the folder in another way.`,
  )
  return true
}

/** Recognises our own folders, so that a mistyped setting never changes a folder such as /tmp or a home folder. */
function looksLikeOurs(path: string, { mode }: Stats) {
  if (mode & isShared) return false
  const names = readdirSync(path)
  return names.length === 0 || names.includes('taskdeck.db') || names.includes('files')
}

function unusable(folder: string, error: unknown) {
  const { code, message } = error as NodeJS.ErrnoException
  return new ConfigError(
    `The data folder ${folder} cannot be used (${code ?? message}): make it writable, or set DATA_DIR to another folder.`,
  )
}
