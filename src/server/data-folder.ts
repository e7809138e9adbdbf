import { accessSync, chmodSync, constants, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config.ts'
import { makeFolder } from './folder.ts'

const openToOthers = 0o077
const isShared = 0o1000

interface Places {
  dataDir: string
  /** The database, where it is a file; perhaps outside the data folder. */
  databaseFile: string | undefined
}

/**
 * Makes the data folder, and closes it and what is in it to other users of the machine. Calls `warn` for what was open.
 * Throws a ConfigError when the folder cannot be used, or is open and not ours to close.
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

/** Returns true when it was open to others. */
function closeToOthers(path: string, warn: (message: string) => void, { mustBeOurs = false } = {}): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || !(found.mode & openToOthers)) return false
  if (mustBeOurs && !looksLikeOurs(path, found)) {
    throw new ConfigError(
      `The data folder ${path} is open to other users of this machine and holds other things: set DATA_DIR to a folder of its own, or run chmod 700 ${path}.`,
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
  // Some file systems keep no permissions, such as those of USB sticks and network shares.
  const isClosed = !(statSync(path).mode & openToOthers)
  warn(
    isClosed
      ? `Other users of this machine could read ${path}: made it private (mode ${mode.toString(8)}).`
      : `Other users of this machine can read ${path}, and its file system keeps no permissions: see that the folder is protected in another way.`,
  )
  return true
}

/** A folder such as /tmp or a home is never changed because of a mistyped setting. */
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
