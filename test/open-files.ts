import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'

/** The files under a folder that this process has open; none where the system does not tell (it does on Linux). */
export async function openFiles(folder: string): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd').catch(() => [])
  const targets = descriptors.map((descriptor) => readlink(join('/proc/self/fd', descriptor)).catch(() => ''))
  return (await Promise.all(targets)).filter((target) => target.startsWith(folder))
}
