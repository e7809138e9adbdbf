import { randomUUID } from 'node:crypto'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import type { Work } from './database.ts'
import { newEpoch } from './epoch.ts'

/** A copy of the whole folder has other files. */
async function identityOf(path: string) {
  const { ino, birthtimeNs } = await stat(path, { bigint: true })
  return `${ino} ${birthtimeNs}`
}

/**
 * Begins another epoch if a SQLite file is not the one that was here last: an older copy has another mark than the file beside it. Then both
 * get a new mark. If only the first one is written, because the machine stops, the next start begins an epoch in vain, which only makes
 * clients load their tasks again.
 */
export async function renewEpochOfFile(path: string, transaction: <T>(work: Work<T>) => Promise<T>): Promise<void> {
  const markFile = `${path}-mark`
  const identity = await identityOf(path)
  const marked = await readFile(markFile, 'utf8').catch(() => undefined)
  const mark = randomUUID()
  await transaction(async (tx) => {
    const { place } = await tx.selectFrom('epochs').select('place').where('key', '=', 1).executeTakeFirstOrThrow()
    const isSame = place !== null && marked === `${place} ${identity}`
    await tx
      .updateTable('epochs')
      .set({ place: mark, ...(isSame ? {} : { id: newEpoch() }) })
      .where('key', '=', 1)
      .execute()
  })
  const unfinished = `${markFile}.new`
  await writeFile(unfinished, `${mark} ${identity}`, { mode: 0o600 })
  await rename(unfinished, markFile)
}
