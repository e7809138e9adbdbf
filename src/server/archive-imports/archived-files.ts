import { createHash } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import type { FileRules } from '../files/files.ts'
import type { FileRecord, Survey } from './survey.ts'
import type { Watch } from './watch.ts'
import { type OpenZip, refusal } from './zip-file.ts'

/** Saving a file waits for the disk most of the time. */
const savedAtOnce = 4

/**
 * Reads all files of an archive and compares them with their records. Returns those that are whole. A file that was damaged on the server that
 * has made the archive is not in its list of hashes, and is left out. Fails with `invalid_input` if any other one is not as it says.
 */
export async function wholeFiles(
  zip: OpenZip,
  { tasks, wholeFiles: listed }: Survey,
  watch: Watch,
): Promise<Set<string>> {
  const whole = new Set<string>()
  for (const { files } of tasks.values()) {
    for (const file of files) {
      if (await isWhole(zip, file, watch)) whole.add(file._id)
      else if (listed.has(file.path)) throw refusal(`the file ${file.path.slice(0, 80)} is not as its hash says`)
    }
  }
  return whole
}

async function isWhole(zip: OpenZip, { path, size, sha256 }: FileRecord, watch: Watch): Promise<boolean> {
  if (zip.entries.get(path)?.size !== size) return false
  const hash = createHash('sha256')
  for await (const chunk of watch.counted(zip.read(path))) hash.update(chunk)
  return hash.digest('hex') === sha256
}

/** Saves the bytes of files, and returns their new ids by those in the archive. Leaves nothing behind if it fails. */
export async function saveFiles(
  store: FileRules['imported'],
  owner: string,
  zip: OpenZip,
  files: readonly FileRecord[],
  watch: Watch,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const left = [...files]
  const saveNext = async () => {
    for (let file = left.pop(); file; file = left.pop()) {
      const { id, sha256 } = await store.save(owner, watch.counted(zip.read(file.path)))
      ids.set(file._id, id)
      if (sha256 !== file.sha256) throw new AppError('internal', 'The archive has changed while it was read.')
    }
  }
  const stop = (error: unknown) => {
    left.length = 0
    throw error
  }
  const saved = await Promise.allSettled(Array.from({ length: savedAtOnce }, () => saveNext().catch(stop)))
  const failed = saved.find((one) => one.status === 'rejected')
  if (!failed) return ids
  await store.discard(owner, [...ids.values()])
  throw failed.reason
}
