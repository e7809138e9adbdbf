import type { BackupPlace } from '../backup-places/place.ts'
import { backupList } from './backup-list.ts'
import { fileListName, readFileList } from './file-list.ts'
import { sharedFiles } from './named-files.ts'

/** Files are looked at in groups, which fit into memory. */
const groupSize = 50_000
/** A backup that is being made names its files first, but whoever copies files beside it does not. */
const minAgeMs = 2 * 24 * 3_600_000
const keyLength = '00000000-0000-0000-0000-000000000000'.length

interface Found {
  /** The id of the file, without endings. */
  key: string
  path: string
}

/**
 * Removes the shared files that no backup names, complete or not, unless they are new. So it does not matter who has removed a backup, and
 * what interrupted ones have left is removed as well.
 */
export async function removeUnneeded(place: BackupPlace, now: number, keepMs = minAgeMs): Promise<number> {
  let removed = 0
  let group: Found[] = []
  const removeGroup = async () => {
    const candidates = new Map<string, string[]>()
    for (const { key, path } of group) candidates.set(key, [...(candidates.get(key) ?? []), path])
    group = []
    const looked = new Set<string>()
    // Another server may begin a backup meanwhile, which names what it needs at once.
    for (let isNew = candidates.size > 0; isNew; ) {
      isNew = false
      for await (const path of listsIn(place)) {
        if (looked.has(path)) continue
        looked.add(path)
        isNew = true
        for await (const key of readFileList(place, path)) candidates.delete(key)
      }
    }
    for (const path of [...candidates.values()].flat()) await place.remove(path)
    removed += candidates.size
  }
  for (const owner of await place.foldersIn(sharedFiles)) {
    for await (const page of place.filesIn(`${sharedFiles}/${owner}`)) {
      for (const { name, writtenAt } of page) {
        if (now - writtenAt < keepMs) continue
        group.push({ key: `${owner}/${name.slice(0, keyLength)}`, path: `${sharedFiles}/${owner}/${name}` })
      }
      if (group.length >= groupSize) await removeGroup()
    }
  }
  await removeGroup()
  return removed
}

/** The paths of all lists of files: one for each backup, and several for each chain of copies (`copies/INSTALLATION/CHAIN`). */
async function* listsIn(place: BackupPlace): AsyncGenerator<string> {
  for (const name of await backupList(place).names()) yield `${name}/${fileListName}`
  for (const installation of await place.foldersIn('copies')) {
    for (const chain of await place.foldersIn(`copies/${installation}`)) {
      const folder = `copies/${installation}/${chain}`
      for await (const page of place.filesIn(folder)) {
        for (const { name } of page) if (/^files-\d+(-all)?\.txt\.zst$/.test(name)) yield `${folder}/${name}`
      }
    }
  }
}
