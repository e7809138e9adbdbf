import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { explained } from '../backup-places/backup-error.ts'
import { type Backup, nameOf } from '../backups/backup.ts'
import { contentsOf } from '../backups/backup-text.ts'
import { readManifest, refuseOtherTables } from '../backups/manifest.ts'
import { openBackup } from '../backups/open-backup.ts'
import { restoreBackup } from '../backups/restore-backup.ts'
import { tryRestore } from '../backups/trial.ts'
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
  ${called('restore')} BACKUP --trial    restores it into a database that is removed again, and notes that beside it
BACKUP is one backup, or a place with backups, of which the newest is taken: a folder, or s3://BUCKET/PREFIX?endpoint=….
If it is encrypted, set BACKUP_KEY to the secret key.`

function optionsOf(args: string[]) {
  try {
    const flags = { check: { type: 'boolean' }, trial: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: flags })
    const [folder] = positionals
    if (!folder || positionals.length > 1 || (values.check && values.trial)) throw new Error()
    return { given: folder, check: values.check === true, trial: values.trial === true }
  } catch {
    throw new ConfigError(`\n${usage}`)
  }
}

const pace = { isGentle: false }

/** `npm run restore`: see `usage`. The backup is checked completely before anything is created. */
export const restore: Command = async ({ args, env, print }) => {
  const { given, check, trial } = optionsOf(args)
  const config = loadConfig(env)
  const backup = await openBackup(given, config)
  const migrations = await migrationsInFolder()
  if (trial) return tryAt(backup, migrations, print)
  const manifest = await readManifest(backup)
  refuseOtherTables(backup, manifest, Object.keys(migrations))
  await verifyBackup(backup, manifest, pace)
  if (check) return print(`${nameOf(backup)} is intact: ${contentsOf(manifest)}.`)
  const { dataDir } = config
  prepareDataFolder({ dataDir, databaseFile: fileOf(config.databaseUrl), filesFolder: filesFolder(config) }, print)
  const database = openDatabase(config.databaseUrl)
  try {
    const { store } = wireBackups({ config, database })
    await restoreBackup({ database, store, migrations, pace }, backup, manifest).catch((error) => {
      throw explained(error, store.name)
    })
    await database.optimize()
    print(`Restored ${contentsOf(manifest)} from ${nameOf(backup)} into ${database.name} and ${store.name}.`)
  } catch (error) {
    throw outageOf(database, error) ?? error
  } finally {
    await database.close()
  }
}

/** Tries a backup on any machine: nothing of the settings is used except the key and the credentials. */
async function tryAt(
  backup: Backup,
  migrations: Parameters<typeof tryRestore>[0]['migrations'],
  print: (line: string) => void,
) {
  const workFolder = await mkdtemp(join(tmpdir(), 'taskdeck-'))
  try {
    const manifest = await tryRestore({ migrations, workFolder, clock: Date.now, pace }, backup)
    print(`${nameOf(backup)} can be restored: ${contentsOf(manifest)}.`)
  } finally {
    await rm(workFolder, { recursive: true, force: true })
  }
}

if (import.meta.main) await runCommand('Nothing was restored.', restore, process.env)
