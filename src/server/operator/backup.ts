import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { madeText, unusableText } from '../backups/backup-text.ts'
import { makeBackup } from '../backups/make-backup.ts'
import { ConfigError } from '../settings/config.ts'
import { wireBackups } from '../wiring/backups.ts'
import { type Command, called, openedDatabase, runCommand } from './command.ts'

const usage = `Usage:
  ${called('backup')} FOLDER             adds a backup to this folder, while the server runs
  ${called('backup')} FOLDER --keep 7    and then removes all but the newest 7 of this installation`

const maxKept = 10_000

function optionsOf(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { keep: { type: 'string' } } })
    const keep = values.keep === undefined ? undefined : Number(values.keep)
    if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1 && keep <= maxKept)) throw new Error()
    const [folder] = positionals
    if (!folder || positionals.length > 1) throw new Error()
    return { folder: resolve(folder), keep }
  } catch {
    throw new ConfigError(`\n${usage}`)
  }
}

/** `npm run backup`: see `usage`. */
export const backup: Command = async ({ args, env, print }) => {
  const { folder, keep } = optionsOf(args)
  await openedDatabase(env, async ({ config, database }) => {
    const made = await makeBackup(wireBackups({ config, database }), folder, { isGentle: false }, keep)
    print(madeText(made))
    for (const removed of made.removed) print(`Removed ${removed}.`)
    const unusable = unusableText(made)
    if (unusable) throw new ConfigError(`${unusable} Everything else is in ${made.folder}.`)
  })
}

if (import.meta.main) await runCommand('The backup is not complete.', backup, process.env)
