import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BackupError } from '../backup-places/backup-error.ts'
import { folderPlace } from '../backup-places/folder-place.ts'
import type { Pace } from '../backup-places/hashing.ts'
import type { BackupPlace } from '../backup-places/place.ts'
import { sealedPlace } from '../backup-places/sealed-place.ts'
import type { Backup } from '../backups/backup.ts'
import type { Destination } from '../backups/destination.ts'
import { type Dependencies, makeBackup } from '../backups/make-backup.ts'
import { withKey } from '../backups/open-backup.ts'
import { openDatabase } from '../database/open.ts'
import { refuseOtherFile } from '../database/other-file.ts'
import { type Moment, timeText } from './moments.ts'
import { rebuild } from './rebuild.ts'

type Tools = Pick<Dependencies, 'knownMigrations' | 'version'> & {
  unknown: (database: Dependencies['database']) => Dependencies['unknown']
  pace: Pace
}

/**
 * Passes the moment on as a backup, in a folder of this machine that is removed afterwards. It has the rows; its files stay where they are.
 * So a moment is checked and restored like any backup, also into PostgreSQL.
 */
export async function withMoment<T>(
  to: Destination,
  moment: Moment,
  tools: Tools,
  work: (backup: Backup) => Promise<T>,
): Promise<T> {
  const { chain, ending } = moment.base
  const name = to.place.nameOf(chain)
  const place = ending ? withKey(to, ending.slice(1, 9), `The copy ${name}`) : to.place
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-'))
  try {
    const file = join(folder, 'taskdeck.db')
    const at = await rebuild(place, moment, file)
    refuseDamaged(file, name)
    return await work(await backupOf(to, moment, { ...tools, file, folder, at }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function refuseDamaged(file: string, name: string) {
  try {
    refuseOtherFile(file)
  } catch (error) {
    const { message } = error as Error
    throw new BackupError(`The copy ${name} is damaged: ${message}. Use another moment, or a backup.`, { cause: error })
  }
}

async function backupOf(
  to: Destination,
  { installation, base }: Moment,
  { file, folder, at, unknown, ...tools }: Tools & { file: string; folder: string; at: number },
): Promise<Backup> {
  const place = besides(to.place, folder, `${to.place.nameOf(base.chain)} of ${timeText(at)}`)
  const key = base.ending ? to.key : undefined
  const database = openDatabase(`sqlite:${file}`)
  const gone = Object.assign(new Error('It is in no other place'), { code: 'ENOENT' })
  try {
    const made = await makeBackup(
      {
        database,
        store: {
          name: to.place.name,
          installationId: async () => installation,
          read: () => Promise.reject(gone),
          remove: async () => {},
        },
        holds: { isHeld: async () => false, take: async () => ({ signal: never, release: async () => {} }) },
        unknown: unknown(database),
        workFolder: folder,
        clock: () => at,
        knownMigrations: tools.knownMigrations,
        version: tools.version,
      },
      { place, key, sealed: key ? sealedPlace(place, key) : place },
      tools.pace,
    )
    return made.backup
  } finally {
    await database.close()
  }
}

const never = new AbortController().signal

/** A place whose backups are in a folder of this machine. Everything else is where it was. */
function besides(place: BackupPlace, folder: string, name: string): BackupPlace {
  const own = folderPlace(join(folder, 'backup'))
  const isOwn = (path: string) => path === '' || /^taskdeck-/.test(path)
  const at = (path: string) => (isOwn(path) ? own : place)
  return {
    name: place.name,
    // Files are read when the backup is checked.
    isLocal: false,
    prepare: own.prepare,
    nameOf: (path) => (isOwn(path) ? [name, ...path.split('/').slice(1)].join('/') : place.nameOf(path)),
    foldersIn: (path) => at(path).foldersIn(path),
    filesIn: (path) => at(path).filesIn(path),
    claim: (path, owner) => at(path).claim(path, owner),
    read: (path) => at(path).read(path),
    write: (path, chunks, pace) => at(path).write(path, chunks, pace),
    remove: (path) => at(path).remove(path),
    removeFolder: (path) => at(path).removeFolder(path),
  }
}
