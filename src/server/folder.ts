import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes a folder and those above it. Node's own way tries for ever where none can be made, such as below /proc. */
export function makeFolder(path: string): void {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw new Error('it is a file, not a folder')
    return
  }
  if (dirname(path) !== path) makeFolder(dirname(path))
  mkdirSync(path)
}
