import { join } from 'node:path'
import { backup } from '../src/server/operator/backup.ts'
import { restore } from '../src/server/operator/restore.ts'
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

/** Makes a backup as the operator does, while the app runs. Returns its folder. */
export async function backedUp(app: App, parent?: string): Promise<string> {
  const output = await printedBy(backup, envOf(app), parent ?? (await freshFolder()))
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
