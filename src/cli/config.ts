import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { refused } from './errors.ts'

/** A server that the user has signed in to. */
export interface Server {
  url: string
  token: string
}

export interface Servers {
  /** The name of the server that commands use unless told otherwise. */
  current?: string
  servers: Record<string, Server>
}

/** The servers and their tokens, in one file that only the user can read. */
export interface Config {
  file: string
  read: () => Servers
  write: (servers: Servers) => void
}

type Env = Record<string, string | undefined>

export function openConfig(env: Env): Config {
  // Relative paths in XDG_CONFIG_HOME are to be ignored, says its specification.
  const home = env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : join(env.HOME || homedir(), '.config')
  const file = join(home, 'taskdeck', 'servers.json')
  return { file, read: () => readServers(file), write: (servers) => writeServers(file, servers) }
}

function readServers(file: string): Servers {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
    // It may have been copied from a backup, with other permissions.
    if (process.platform !== 'win32' && statSync(file).mode & 0o077) chmodSync(file, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { servers: {} }
    throw refused(`${file} cannot be read: ${(error as Error).message}`)
  }
  const servers = serversIn(text)
  if (!servers) throw refused(`${file} is damaged.`, 'Delete it, then sign in again with: taskdeck login URL')
  return servers
}

function serversIn(text: string): Servers | undefined {
  try {
    const found = JSON.parse(text) as Partial<Servers> | null
    if (typeof found?.servers !== 'object' || found.servers === null) return undefined
    const isWhole = Object.values(found.servers).every(
      (server) => typeof server?.url === 'string' && typeof server.token === 'string',
    )
    return isWhole ? { ...found, servers: found.servers } : undefined
  } catch {
    return undefined
  }
}

/** Replaces the file in one step, so that a crash leaves the old or the new one. */
function writeServers(file: string, servers: Servers) {
  const temporary = `${file}.${process.pid}`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(temporary, `${JSON.stringify(servers, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw refused(`${file} cannot be written: ${(error as Error).message}`)
  }
}
