import { parseArgs } from 'node:util'
import { newAgeKey } from '../age/keys.ts'
import { madeText, unusableText } from '../backups/backup-text.ts'
import { destination } from '../backups/destination.ts'
import { makeBackup } from '../backups/make-backup.ts'
import { givenPlace } from '../backups/open-backup.ts'
import { ConfigError } from '../settings/config.ts'
import { wireBackups } from '../wiring/backups.ts'
import { type Command, called, openedDatabase, runCommand, UsageError } from './command.ts'

const usage = `Usage:
  ${called('backup')} FOLDER             adds a backup to this folder, while the server runs
  ${called('backup')} FOLDER --keep 7    and then removes all but the newest 7 of this installation
  ${called('backup')} --new-key          makes a key for BACKUP_KEY
FOLDER is a folder, or s3://BUCKET/PREFIX?endpoint=…. With BACKUP_KEY, the backup is encrypted.`

const maxKept = 10_000

function optionsOf(args: string[]) {
  try {
    const options = { keep: { type: 'string' }, 'new-key': { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const keep = values.keep === undefined ? undefined : Number(values.keep)
    if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1 && keep <= maxKept)) throw new Error()
    const [folder] = positionals
    const isNewKey = values['new-key'] === true
    if (positionals.length !== (isNewKey ? 0 : 1) || (isNewKey && keep !== undefined)) throw new Error()
    return { folder: folder ?? '', keep, isNewKey }
  } catch {
    throw new UsageError(usage)
  }
}

/** `npm run backup`: see `usage`. */
export const backup: Command = async ({ args, env, print }) => {
  const { folder, keep, isNewKey } = optionsOf(args)
  if (isNewKey) return printKey(print)
  await openedDatabase(env, async ({ config, database }) => {
    const made = await makeBackup(
      wireBackups({ config, database }),
      destination(givenPlace(folder, config), config),
      { isGentle: false },
      keep,
    )
    print(madeText(made))
    for (const removed of made.removed) print(`Removed ${removed}.`)
    const unusable = unusableText(made)
    if (unusable) throw new ConfigError(`${unusable} Everything else is in ${made.folder}.`)
  })
}

function printKey(print: (line: string) => void) {
  const { secret, recipient } = newAgeKey()
  print(
    `Secret key, which reads and writes backups. Store it where the backups are not: without it, they are lost.\n${secret}`,
  )
  print(`Public key, which only writes them:\n${recipient}`)
}

if (import.meta.main) await runCommand('The backup is not complete.', backup, process.env)
