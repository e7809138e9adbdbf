import { NotDecrypted } from '../age/header.ts'
import type { AgeKey } from '../age/keys.ts'
import { decrypted, encrypted } from '../age/stream.ts'
import { BackupError } from './backup-error.ts'
import { meter } from './hashing.ts'
import type { BackupPlace } from './place.ts'

/** The end of the name of an encrypted file, with the id of its key. */
export const sealedEnding = ({ id }: Pick<AgeKey, 'id'>) => `.${id}.age`
export const sealedForm = /\.([0-9a-f]{8})\.age$/

/** Encrypts files on their way to a place, in the format of age, and decrypts them on their way back. */
export function sealedPlace(place: BackupPlace, key: AgeKey): BackupPlace {
  const ending = sealedEnding(key)
  const { secretKey } = key

  async function* opened(path: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    if (!secretKey)
      throw new BackupError(`Only the public part of the key is set: set BACKUP_KEY to AGE-SECRET-KEY-1….`)
    try {
      yield* decrypted(chunks, { ...key, secretKey })
    } catch (error) {
      if (!(error instanceof NotDecrypted)) throw error
      throw new BackupError(`${place.nameOf(path)} ${error.message}. Use another backup.`, { cause: error })
    }
  }

  return {
    ...place,
    raw: place,
    writeWhole: undefined,
    nameOf: (path) => place.nameOf(path.includes('/') ? path + ending : path),
    read: async (path) => opened(path + ending, await place.read(path + ending)),
    async write(path, chunks, pace) {
      const { through, digest } = meter(pace)
      await place.write(path + ending, encrypted(through(chunks), key), pace)
      return digest()
    },
    remove: (path) => place.remove(path + ending),
  }
}
