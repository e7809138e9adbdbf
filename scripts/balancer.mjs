// Finds and installs HAProxy, the load balancer of the tests with several nodes. Plain JavaScript without imports,
// because the setup script runs it before the installation.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const canUseApt = process.platform === 'linux' && process.getuid() === 0 && existsSync('/usr/bin/apt-get')

/** The path of HAProxy; undefined if it is not installed. */
export function findBalancer() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, 'haproxy')).find((path) => existsSync(path))
}

export const canInstallBalancer = () => canUseApt && !findBalancer()

/** Installs Debian's package. Returns whether HAProxy can be used now. */
export function installBalancer() {
  const apt = (args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  apt(['update', '-qq'])
  return apt(['install', '-y', '-qq', '--no-install-recommends', 'haproxy']) && findBalancer() !== undefined
}

/** What the last line of `npm test` adds if there is no HAProxy. */
export const withoutBalancer =
  'not run: the test of a cluster, because there is no HAProxy: install it, or run as root where apt-get can'
