import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../disk/folder.ts'
import { readManifest } from './manifest.ts'
import type { Manifest } from './manifest-form.ts'

const nameForm = /^taskdeck-\d{4}-\d{2}-\d{2}-\d{6}(-\d+)?$/

export interface Backup {
  folder: string
  manifest: Manifest
}

/**
 * A folder with backups, named by their time. A backup is written to a folder with another name (`unfinished-…`), and renamed when it is
 * complete and verified. It is renamed before it is removed, too. So every folder with the name of a backup is complete.
 */
export function backupFolder(parent: string) {
  const unfinished = (installation: string | null) => `unfinished-${installation ?? 'new'}-`

  /** The complete backups, newest first. */
  async function* newestFirst(): AsyncGenerator<Backup> {
    const names = ((await readdir(parent).catch(noneIfMissing)) ?? []).filter((name) => nameForm.test(name))
    for (const name of names.sort(byName).reverse()) {
      const folder = join(parent, name)
      // Somebody may have damaged or removed it. `npm run restore` says so when it is needed.
      const manifest = await readManifest(folder).catch(() => undefined)
      if (manifest) yield { folder, manifest }
    }
  }

  async function remove(folder: string, installation: string | null) {
    const hidden = join(parent, `${unfinished(installation)}${randomUUID()}`)
    await rename(folder, hidden)
    await rm(hidden, { recursive: true })
  }

  return {
    newestFirst,
    /** Creates a folder for a new backup, and removes those that interrupted backups of the same installation have left. */
    async begin(installation: string | null): Promise<string> {
      makeFolder(parent)
      const leftovers = (await readdir(parent)).filter((name) => name.startsWith(unfinished(installation)))
      for (const name of leftovers) await rm(join(parent, name), { recursive: true, force: true })
      const folder = join(parent, `${unfinished(installation)}${randomUUID()}`)
      await mkdir(folder, { mode: 0o700 })
      return folder
    },
    /** Gives a finished backup its name. */
    async finish(folder: string, madeAt: string): Promise<string> {
      const name = `taskdeck-${madeAt.slice(0, 10)}-${madeAt.slice(11, 19).replaceAll(':', '')}`
      let target = join(parent, name)
      for (let count = 2; existsSync(target); count++) target = join(parent, `${name}-${count}`)
      await rename(folder, target)
      await flushFolder(parent)
      return target
    },
    /** Removes all but the newest backups of an installation, and returns their folders. */
    async removeOld(installation: string | null, keep: number): Promise<string[]> {
      const own: string[] = []
      for await (const { folder, manifest } of newestFirst())
        if (manifest.installation === installation) own.push(folder)
      const old = own.slice(keep)
      for (const folder of old) await remove(folder, installation)
      return old
    },
  }
}

function noneIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}

/** Backups of the same second are numbered from 2. */
function byName(a: string, b: string) {
  return a.localeCompare(b, 'en', { numeric: true })
}

/** Flushes the names of the files in a folder to the disk. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
