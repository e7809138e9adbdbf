import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { folderPlace } from '../src/server/backup-places/folder-place.ts'
import type { Backup } from '../src/server/backups/backup.ts'
import { type Destination, destination } from '../src/server/backups/destination.ts'
import { backup } from '../src/server/operator/backup.ts'
import { restore } from '../src/server/operator/restore.ts'
import { loadConfig } from '../src/server/settings/config.ts'
import type { testApp } from './app.ts'
import { type Engine, freshDatabase, freshFolder } from './database.ts'
import { printedBy } from './operator.ts'
import { envOfFiles, type TestPlace } from './stores.ts'
import { uploadApp } from './uploads.ts'

type World = Parameters<typeof uploadApp>[0] & { place?: TestPlace }
type App = Pick<Awaited<ReturnType<typeof testApp>>, 'config'>

export const envOf = ({ config }: App) => ({
  DATABASE_URL: config.databaseUrl,
  DATA_DIR: config.dataDir,
  ...envOfFiles(config),
})

/** A folder as the place of backups. */
export const folderDestination = (folder: string): Destination => destination({ kind: 'disk', folder }, loadConfig({}))

/** A backup that is not encrypted, by its folder. */
export const backupIn = (folder: string): Backup => ({ place: folderPlace(dirname(folder)), name: basename(folder) })

/** The path of a file that the backups beside this one share. */
export const sharedFile = (backup: string, owner: string, id = '') => join(dirname(backup), 'files', owner, id)

/** The names of the backups in a folder, complete or not. */
export const backupsIn = async (folder: string) =>
  (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('taskdeck-')).sort()

/** Makes a backup as the operator does, while the app runs. Returns its folder. */
export async function backedUp(app: App & { env?: NodeJS.ProcessEnv }, parent?: string): Promise<string> {
  const output = await printedBy(backup, { ...envOf(app), ...app.env }, parent ?? (await freshFolder()))
  const [, folder = ''] = / to (\S+) \(/.exec(output) ?? []
  return folder
}

/** An empty machine. */
export async function emptyMachine(engine: Engine) {
  return { DATABASE_URL: await freshDatabase(engine), DATA_DIR: join(await freshFolder(), 'data') }
}

/** Restores a backup on an empty machine, with its files in the given place, and starts the whole app there. */
export async function restoredApp(folder: string, engine: Engine, world: World = {}) {
  const env = { ...(await emptyMachine(engine)), ...(world.place ? envOfFiles(world.place.config) : {}) }
  const output = await printedBy(restore, env, folder)
  const app = await uploadApp({ ...world, config: { databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR } })
  return { ...app, output }
}
