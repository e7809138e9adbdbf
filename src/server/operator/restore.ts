import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import packageInfo from '../../../package.json' with { type: 'json' }
import { explained } from '../backup-places/backup-error.ts'
import { type Backup, nameOf } from '../backups/backup.ts'
import { contentsOf } from '../backups/backup-text.ts'
import { readManifest, refuseOtherTables } from '../backups/manifest.ts'
import type { Manifest } from '../backups/manifest-form.ts'
import { restoreBackup } from '../backups/restore-backup.ts'
import { tryRestore } from '../backups/trial.ts'
import { verifyBackup } from '../backups/verify.ts'
import { withBackup } from '../copies/open-copy.ts'
import { outageOf } from '../database/connect.ts'
import { migrationsInFolder } from '../database/migrations-in-folder.ts'
import { fileOf, openDatabase } from '../database/open.ts'
import { filesFolder } from '../file-store/open-store.ts'
import { unknownFiles } from '../files/known-files.ts'
import { type Config, loadConfig } from '../settings/config.ts'
import { prepareDataFolder } from '../settings/data-folder.ts'
import { wireBackups } from '../wiring/backups.ts'
import { type Command, called, runCommand, UsageError } from './command.ts'

const usage = `Usage:
  ${called('restore')} BACKUP            restores a backup into an empty database and an empty place for files
  ${called('restore')} BACKUP --check    only reads the backup, and says whether it is intact
  ${called('restore')} BACKUP --trial    restores it into a database that is removed again, and notes that beside it
  ${called('restore')} PLACE --at '2026-11-19 10:15:07'    restores this moment (UTC) from continuous copies
BACKUP is one backup, or a place with backups and copies, of which the newest is taken: a folder, or s3://BUCKET/PREFIX?endpoint=….
If a place has copies of several installations, add --installation ID.
If it is encrypted, set BACKUP_KEY to the secret key.`

function optionsOf(args: string[]) {
  try {
    const [flag, text] = [{ type: 'boolean' }, { type: 'string' }] as const
    const flags = { check: flag, trial: flag, at: text, installation: text }
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: flags })
    const [folder] = positionals
    if (!folder || positionals.length > 1 || (values.check && values.trial)) throw new Error()
    const { check = false, trial = false, at, installation } = values
    return { given: folder, check, trial, at, installation }
  } catch {
    throw new UsageError(usage)
  }
}

const pace = { isGentle: false }

/** `npm run restore`: see `usage`. The backup is checked completely before anything is created. */
export const restore: Command = async ({ args, env, print }) => {
  const { given, check, trial, ...wanted } = optionsOf(args)
  const config = loadConfig(env)
  const migrations = await migrationsInFolder()
  const tools = {
    knownMigrations: async () => Object.keys(migrations),
    version: packageInfo.version,
    unknown: unknownFiles,
  }
  await withBackup({ given, ...wanted }, config, { ...tools, pace }, async (backup) => {
    if (trial) return tryAt(backup, migrations, print)
    const manifest = await readManifest(backup)
    refuseOtherTables(backup, manifest, Object.keys(migrations))
    await verifyBackup(backup, manifest, pace)
    if (check) return print(`${nameOf(backup)} is intact: ${contentsOf(manifest)}.`)
    await restoreInto(config, { backup, manifest, migrations }, print)
  })
}

interface Checked {
  backup: Backup
  manifest: Manifest
  migrations: Awaited<ReturnType<typeof migrationsInFolder>>
}

async function restoreInto(config: Config, { backup, manifest, migrations }: Checked, print: (line: string) => void) {
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
    const lost = manifest.unusable.length
    if (lost) print(`${lost} ${lost === 1 ? 'file was' : 'files were'} not in ${backup.place.name}, or damaged.`)
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
