import { basename, dirname, resolve } from 'node:path'
import { BackupError } from '../backup-places/backup-error.ts'
import type { BackupPlace } from '../backup-places/place.ts'
import { sealedForm } from '../backup-places/sealed-place.ts'
import { type FilesPlace, filesPlace } from '../file-store/place.ts'
import { type Config, ConfigError } from '../settings/config.ts'
import type { Backup } from './backup.ts'
import { backupList, backupNameForm } from './backup-list.ts'
import { type Destination, destination } from './destination.ts'

type Settings = Parameters<typeof destination>[1] & Pick<Config, 'awsRegion'>

/** The place that an operator names: a folder, or `s3://…`. */
export function givenPlace(text: string, { awsRegion }: Pick<Config, 'awsRegion'>): FilesPlace {
  if (!text.startsWith('s3:')) return { kind: 'disk', folder: resolve(text) }
  try {
    return filesPlace(text, awsRegion)
  } catch (error) {
    throw new ConfigError(`${text} ${(error as Error).message}.`)
  }
}

/** Opens the backup that an operator names: one, or the newest one of a place. Throws a BackupError if the key does not fit. */
export async function openBackup(text: string, config: Settings): Promise<Backup> {
  const given = givenPlace(text, config)
  const whole = destination(given, config)
  const newest = await backupList(whole.place).newest()
  if (newest !== undefined) return opened(whole, newest)
  const [parent, single] = given.kind === 'disk' ? partsOfFolder(given.folder) : partsOfBucket(given)
  return opened(destination(parent, config), single)
}

function partsOfFolder(folder: string): [FilesPlace, string] {
  return [{ kind: 'disk', folder: dirname(folder) }, basename(folder)]
}

function partsOfBucket(place: FilesPlace & { kind: 's3' }): [FilesPlace, string] {
  const parts = place.prefix.slice(0, -1).split('/')
  const name = parts.pop() ?? ''
  if (!backupNameForm.test(name))
    throw new BackupError(`There is no complete backup in s3://${place.bucket}/${place.prefix}.`)
  return [{ ...place, prefix: parts.map((part) => `${part}/`).join('') }, name]
}

async function opened({ place, sealed, key }: Destination, name: string): Promise<Backup> {
  const ending = await backupList(place).endingOf(name)
  // A missing manifest is reported when it is read.
  if (!ending) return { place, name }
  const [, id = ''] = sealedForm.exec(ending) ?? []
  return { place: withKey({ sealed, key }, id, `The backup ${place.nameOf(name)}`), name }
}

/** The place that decrypts what was encrypted with a key. Throws a BackupError that says what is wrong with BACKUP_KEY. */
export function withKey({ sealed, key }: Omit<Destination, 'place'>, id: string, what: string): BackupPlace {
  if (key?.id === id && key.secretKey) return sealed
  const advice = !key
    ? ': set BACKUP_KEY to it'
    : key.id === id
      ? ', and BACKUP_KEY is only its public part: set the secret one'
      : `, and BACKUP_KEY is the key ${key.id}: set the right one`
  throw new BackupError(`${what} is encrypted with the key ${id}${advice}.`)
}
