import { accessSync, chmodSync, constants, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../disk/folder.ts'
import { ConfigError } from './config.ts'

const openToOthers = 0o077
const isShared = 0o1000

interface Places {
  dataDir: string
  /** The folder of the files, possibly outside the data folder, unless they are in object storage. */
  filesFolder: string | undefined
  /** The database if it is a file, possibly outside the data folder. */
  databaseFile: string | undefined
}

/**
 * Creates the data folder, and makes it and its contents private to the user that runs Taskdeck. Calls `warn` for everything that was not
 * private. Throws a ConfigError if the folder cannot be used, or is not private and not ours.
 */
export function prepareDataFolder(places: Places, warn: (message: string) => void): void {
  const { dataDir, databaseFile, filesFolder } = places
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    throw unusable('DATA_DIR', dataDir, error)
  }
  closeToOthers(dataDir, warn, 'DATA_DIR')
  if (filesFolder) prepareFiles(places, filesFolder, warn)
  if (!databaseFile) return
  for (const suffix of ['', '-wal', '-shm']) closeToOthers(`${databaseFile}${suffix}`, warn)
}

function prepareFiles({ dataDir }: Places, folder: string, warn: (message: string) => void) {
  const isInside = folder === join(dataDir, 'files')
  try {
    makeFolder(folder)
  } catch (error) {
    throw isInside ? unusable('DATA_DIR', dataDir, error) : unusable('FILES_URL', folder, error)
  }
  // A folder outside the data folder may belong to another program.
  if (!closeToOthers(folder, warn, isInside ? undefined : 'FILES_URL')) return
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) closeToOthers(join(entry.parentPath, entry.name), () => {})
  }
}

/** The settings that name a folder, and what it is called. */
const folderNames = { DATA_DIR: 'data', FILES_URL: 'files' }
type FolderSetting = keyof typeof folderNames

/** Returns true if it was accessible to others. Throws if a setting names a folder that is not ours. */
function closeToOthers(path: string, warn: (message: string) => void, setting?: FolderSetting): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || !(found.mode & openToOthers)) return false
  if (setting && !looksLikeOurs(path, found)) {
    throw new ConfigError(
      `The ${folderNames[setting]} folder ${path} is accessible to other users of this machine and contains other things: set ${setting} to a folder of its own, or run chmod 700 ${path}.`,
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
  return names.length === 0 || ['taskdeck.db', 'files', 'installation-id'].some((name) => names.includes(name))
}

function unusable(setting: FolderSetting, folder: string, error: unknown) {
  const { code, message } = error as NodeJS.ErrnoException
  return new ConfigError(
    `The ${folderNames[setting]} folder ${folder} cannot be used (${code ?? message}): make it writable, or set ${setting} to another folder.`,
  )
}
