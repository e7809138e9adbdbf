import { execFileSync } from 'node:child_process'
import packageInfo from '../../../package.json' with { type: 'json' }

/** Which Taskdeck this is. Two nodes with the same values run the same code. */
export interface Build {
  version: string
  /** The commit that it was built from; null outside a repository, such as in an unpacked archive. */
  commit: string | null
}

const maxWaitMs = 5_000

/** With the newest migration, which stands for the schema that it makes. */
export interface KnownBuild extends Build {
  schema: string
}

/** The build of a source tree. The single executable knows its own. */
export function ownBuild(): Build {
  return { version: packageInfo.version, commit: commitOf(import.meta.dirname) }
}

/** The commit of a checkout, in 12 characters. */
export function commitOf(folder: string): string | null {
  try {
    const args = ['rev-parse', '--short=12', 'HEAD']
    return execFileSync('git', args, { cwd: folder, stdio: 'pipe', timeout: maxWaitMs, encoding: 'utf8' }).trim()
  } catch {
    return null
  }
}
