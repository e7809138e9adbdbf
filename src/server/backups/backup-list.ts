import { BackupError } from '../backup-places/backup-error.ts'
import { type BackupPlace, begunName, textAt } from '../backup-places/place.ts'
import { sealedForm } from '../backup-places/sealed-place.ts'
import { type Backup, manifestName } from './backup.ts'
import { readManifest } from './manifest.ts'

export const backupNameForm = /^taskdeck-\d{4}-\d{2}-\d{2}-\d{6}(-\d+)?$/
const maxNames = 1_000

/** The backups of a place. The manifest is written last, so a backup without one is not complete. */
export function backupList(place: BackupPlace) {
  /** The names of all backups, complete or not, newest first. */
  const names = async () =>
    (await place.foldersIn(''))
      .filter((name) => backupNameForm.test(name))
      .sort(byName)
      .reverse()

  /** The ending of the names of the files of a backup: empty, or that of a key. Undefined if it is not complete. */
  async function endingOf(name: string): Promise<string | undefined> {
    for await (const page of place.filesIn(name)) {
      for (const { name: file } of page) {
        if (file === manifestName) return ''
        if (file.startsWith(manifestName) && sealedForm.test(file)) return file.slice(manifestName.length)
      }
    }
  }

  async function* complete(): AsyncGenerator<string> {
    for (const name of await names()) if ((await endingOf(name)) !== undefined) yield name
  }

  /** The installation that has begun a backup. Backups of older versions say it in their manifest only. */
  async function installationOf(name: string): Promise<string | null | undefined> {
    const tooLong = () => new BackupError(`${place.nameOf(`${name}/${begunName}`)} is too long.`)
    const text = await textAt(place, `${name}/${begunName}`, 100, tooLong).catch(() => undefined)
    if (text !== undefined) return text.trim() || null
    return (await readManifest({ place, name }).catch(() => undefined))?.installation
  }

  const remove = async (name: string) => {
    // From now on, it is not complete.
    const ending = await endingOf(name)
    if (ending !== undefined) await place.remove(`${name}/${manifestName}${ending}`)
    await place.removeFolder(name)
  }

  return {
    names,
    endingOf,
    installationOf,
    complete,
    remove,
    /** The newest complete backup; undefined if there is none. */
    async newest(): Promise<string | undefined> {
      for await (const name of complete()) return name
    },
    /** Removes what interrupted backups of the same installation have left, and creates the folder of a new one. */
    async begin(installation: string | null, madeAt: string): Promise<Backup> {
      await place.prepare()
      for (const name of await names()) {
        if ((await endingOf(name)) === undefined && (await installationOf(name)) === installation) await remove(name)
      }
      const wanted = `taskdeck-${madeAt.slice(0, 10)}-${madeAt.slice(11, 19).replaceAll(':', '')}`
      for (let count = 1; count <= maxNames; count++) {
        const name = count === 1 ? wanted : `${wanted}-${count}`
        if (await place.claim(name, installation ?? '')) return { place, name }
      }
      throw new BackupError(`There are too many backups of the same second in ${place.name}.`)
    },
    /** Removes all but the newest backups of an installation, and returns their names. */
    async removeOld(installation: string | null, keep: number): Promise<string[]> {
      const own: string[] = []
      for await (const name of complete()) if ((await installationOf(name)) === installation) own.push(name)
      const old = own.slice(keep)
      for (const name of old) await remove(name)
      return old
    },
  }
}

/** When a backup was made, in milliseconds since 1970. It is in its name, because its manifest may be encrypted. */
export function timeOfBackup(name: string): number {
  const [, day, h, m, s] = /^taskdeck-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d)/.exec(name) ?? []
  return Date.parse(`${day}T${h}:${m}:${s}Z`)
}

/** Backups of the same second are numbered from 2. */
function byName(a: string, b: string) {
  return a.localeCompare(b, 'en', { numeric: true })
}
