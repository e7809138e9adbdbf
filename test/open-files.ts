import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'

/** The files below a folder that this process has open. Empty on systems other than Linux. */
export async function openFiles(folder: string): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd').catch(() => [])
  const targets = descriptors.map((descriptor) => readlink(join('/proc/self/fd', descriptor)).catch(() => ''))
  return (await Promise.all(targets)).filter((target) => target.startsWith(folder))
}
