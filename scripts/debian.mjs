// Finds programs, and installs Debian's packages of those that are missing. Plain JavaScript without imports, because the
// setup script runs it before the installation.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Programs that only administrators start are not on everybody's path. */
const folders = () => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

/** The path of an installed program; undefined if there is none of these. */
export function findProgram(...names) {
  return names.flatMap((name) => folders().map((folder) => join(folder, name))).find((path) => existsSync(path))
}

export const canUseApt = process.platform === 'linux' && process.getuid() === 0 && existsSync('/usr/bin/apt-get')

let isUpdated = false

/** Installs packages. Returns whether it succeeded. */
export function installPackages(...names) {
  isUpdated ||= apt('update', '-qq')
  return isUpdated && apt('install', '-y', '-qq', '--no-install-recommends', ...names)
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
}
