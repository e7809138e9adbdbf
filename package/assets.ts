import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { getAssetKeys, getRawAsset, isSea } from 'node:sea'
import type { Assets } from '../src/server/http/assets.ts'

/** Identifies the contents of the assets. The build writes it into the program. */
const build = process.env.TASKDECK_BUILD ?? 'none'
const maxUnusedMs = 30 * 24 * 3_600_000

/** The files inside the executable by their paths. A bundle that runs with plain Node reads them from the places that its build has listed. */
function assetsInside(): [path: string, read: () => Uint8Array][] {
  if (isSea()) return getAssetKeys().map((key) => [key, () => new Uint8Array(getRawAsset(key))])
  const { assets } = JSON.parse(readFileSync(join(__dirname, 'sea.json'), 'utf8')) as { assets: Record<string, string> }
  return Object.entries(assets).map(([key, file]) => [key, () => readFileSync(file)])
}

/**
 * Unpacks the web app and the pages of the API into the data folder, once per version, because they are sent from files. Several processes
 * may do so at once: the folder gets its name when it is complete.
 */
export function unpackAssets(dataDir: string): Assets {
  const parent = join(dataDir, 'program')
  const folder = join(parent, build)
  if (!existsSync(folder)) {
    const unfinished = join(parent, `unfinished-${randomUUID()}`)
    for (const [path, read] of assetsInside()) {
      const target = join(unfinished, path)
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, read())
    }
    try {
      renameSync(unfinished, folder)
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true })
      // Another process was faster.
      if (!existsSync(folder)) throw error
    }
    removeOthers(parent)
  }
  return { webApp: join(folder, 'web'), apiDocs: join(folder, 'docs') }
}

/** Removes the files of older versions, and of processes that ended while they unpacked. */
function removeOthers(parent: string) {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name)
    if (name !== build && Date.now() - statSync(path).mtimeMs > maxUnusedMs) rmSync(path, { recursive: true })
  }
}
