import { parseArgs } from 'node:util'
import { fileSize } from '../../contract/file-size.ts'
import { placeOf, storeAt } from '../file-store/open-store.ts'
import { type FilesPlace, filesPlace, placeName } from '../file-store/place.ts'
import type { FileStore } from '../file-store/store.ts'
import { copyFiles, type Progress } from '../files/moving.ts'
import { type Config, ConfigError } from '../settings/config.ts'
import { shown } from '../settings/setting-values.ts'
import { wireInstallation } from '../wiring/backups.ts'
import { type Command, called, runCommand, UsageError, withDatabase } from './command.ts'

const usage = `Usage:
  ${called('move-files')} FROM TO           copies all files, such as: ${called('move-files')} file:data/files s3://bucket/prefix?endpoint=…
  ${called('move-files')} FROM TO --check   also reads the copies of earlier runs and compares their hashes

The server may run. See docs/object-storage.md for the whole procedure.`

const linesEveryMs = 5_000

function optionsOf(args: string[]) {
  try {
    const options = { check: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const [from, to, ...more] = positionals
    if (!from || !to || more.length) throw new Error()
    return { from, to, checkAll: values.check }
  } catch {
    throw new UsageError(usage)
  }
}

function parse(text: string, region: string | undefined): FilesPlace {
  try {
    return filesPlace(text, region)
  } catch (error) {
    throw new ConfigError(`${shown(text)} ${(error as Error).message}.`)
  }
}

/** `npm run move-files`: see `usage`. */
export const moveFiles: Command = async ({ args, env, print }) => {
  const options = optionsOf(args)
  const [fromPlace, toPlace] = [parse(options.from, env.AWS_REGION), parse(options.to, env.AWS_REGION)]
  if (placeName(fromPlace) === placeName(toPlace)) throw new ConfigError('FROM and TO are the same place.')
  await withDatabase(env, async ({ config, database }) => {
    const [from, to] = [storeAt(fromPlace, config), storeAt(toPlace, config)]
    await refuseForeign({ config, database, store: from })
    await refuseForeign({ config, database, store: to })
    const { checkAll } = options
    const report = every(linesEveryMs, (progress: Progress) => print(summary(progress)))
    const progress = await copyFiles({ database, from, to, checkAll, onProgress: report })
    print(summary(progress))
    if (progress.failed.length) {
      for (const line of progress.failed) print(`FAILED  ${line}`)
      throw new ConfigError(
        `${progress.failed.length} files could not be copied: see the lines above. The others are in ${to.name}.`,
      )
    }
    for (const line of nextStep(config, from, to)) print(line)
  })
}

/** Files of another database would be mixed with those of this one. */
async function refuseForeign({
  config,
  database,
  store,
}: Omit<Parameters<typeof wireInstallation>[0], 'log'> & { store: FileStore }) {
  const problems: string[] = []
  const log = { error: (message: string) => void problems.push(message) }
  const matches = await wireInstallation({ config, database, log, store }).check()
  if (!matches) throw new ConfigError(problems.join('\n'))
}

function summary({ files, copied, copiedBytes, present, deleted, failed }: Progress) {
  const counts = [`${copied} copied (${fileSize(copiedBytes)})`, `${present} there already`]
  if (deleted) counts.push(`${deleted} deleted meanwhile`)
  if (failed.length) counts.push(`${failed.length} failed`)
  return `${files} files: ${counts.join(', ')}`
}

/** The next step of the operator, which depends on where the server stores files now. */
function nextStep(config: Config, from: FileStore, to: FileStore): string[] {
  const done = `Done: ${to.name} has every file, and each copy was compared by its SHA-256.`
  if (placeName(placeOf(config)) !== to.name) {
    return [
      done,
      'The settings of this command do not store new files there yet. Restart the server with the new FILES_URL and with OLD_FILES_URL set to the old place, then run this command again with the same settings.',
    ]
  }
  return [
    done,
    ...(config.oldFiles ? ['Now remove OLD_FILES_URL and restart the server.'] : []),
    `The originals are still in ${from.name}. Delete them when you have a backup.`,
  ]
}

/** Calls a function at most once in an interval. */
function every<T>(intervalMs: number, report: (value: T) => void) {
  let last = performance.now()
  return (value: T) => {
    if (performance.now() - last < intervalMs) return
    last = performance.now()
    report(value)
  }
}

if (import.meta.main) {
  // As for the server, new files are private.
  process.umask(0o077)
  await runCommand('The files were not moved completely.', moveFiles, process.env)
}
