import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { explained } from '../backups/backup-error.ts'
import { backupFolder } from '../backups/backup-folder.ts'
import { contentsOf } from '../backups/backup-text.ts'
import { readManifest, refuseOtherTables } from '../backups/manifest.ts'
import { restoreBackup } from '../backups/restore-backup.ts'
import { verifyBackup } from '../backups/verify.ts'
import { outageOf } from '../database/connect.ts'
import { migrationsInFolder } from '../database/migrations-in-folder.ts'
import { fileOf, openDatabase } from '../database/open.ts'
import { filesFolder } from '../file-store/open-store.ts'
import { ConfigError, loadConfig } from '../settings/config.ts'
import { prepareDataFolder } from '../settings/data-folder.ts'
import { wireBackups } from '../wiring/backups.ts'
import { type Command, called, runCommand } from './command.ts'

const usage = `Usage:
  ${called('restore')} BACKUP            restores a backup into an empty database and an empty place for files
  ${called('restore')} BACKUP --check    only reads the backup, and says whether it is intact
BACKUP is the folder of one backup, or a folder with backups, of which the newest is taken.`

function optionsOf(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { check: { type: 'boolean' } } })
    const [folder] = positionals
    if (!folder || positionals.length > 1) throw new Error()
    return { given: resolve(folder), check: values.check === true }
  } catch {
    throw new ConfigError(`\n${usage}`)
  }
}

const pace = { isGentle: false }

/** `npm run restore`: see `usage`. The backup is checked completely before anything is created. */
export const restore: Command = async ({ args, env, print }) => {
  const { given, check } = optionsOf(args)
  const config = loadConfig(env)
  const folder = await newestIn(given)
  const manifest = await readManifest(folder)
  const migrations = await migrationsInFolder()
  refuseOtherTables(folder, manifest, Object.keys(migrations))
  await verifyBackup(folder, manifest, pace)
  if (check) return print(`${folder} is intact: ${contentsOf(manifest)}.`)
  const { dataDir } = config
  prepareDataFolder({ dataDir, databaseFile: fileOf(config.databaseUrl), filesFolder: filesFolder(config) }, print)
  const database = openDatabase(config.databaseUrl)
  try {
    const { store } = wireBackups({ config, database })
    await restoreBackup({ database, store, migrations, pace }, folder, manifest).catch((error) => {
      throw explained(error, store.name)
    })
    await database.optimize()
    print(`Restored ${contentsOf(manifest)} from ${folder} into ${database.name} and ${store.name}.`)
  } catch (error) {
    throw outageOf(database, error) ?? error
  } finally {
    await database.close()
  }
}

/** The newest backup in a folder, or the folder itself. */
async function newestIn(given: string): Promise<string> {
  for await (const { folder } of backupFolder(given).newestFirst()) return folder
  return given
}

if (import.meta.main) await runCommand('Nothing was restored.', restore, process.env)
