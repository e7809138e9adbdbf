import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Creates a folder and its parents. Node's recursive mkdir never ends where folders cannot be created, such as below /proc. */
export function makeFolder(path: string): void {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw new Error('it is a file, not a folder')
    return
  }
  if (dirname(path) !== path) makeFolder(dirname(path))
  mkdirSync(path)
}
