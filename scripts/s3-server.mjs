// Finds and installs the S3 server for the tests: Ceph's object gateway. Plain JavaScript without imports, because the
// setup script runs it before the installation.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const programs = ['radosgw', 'radosgw-admin', 'ceph', 'ceph-mon', 'ceph-osd', 'monmaptool']
const packages = ['radosgw', 'ceph-mon', 'ceph-osd']
const canUseApt = process.platform === 'linux' && process.getuid() === 0 && existsSync('/usr/bin/apt-get')

/** Whether the tests can use an S3 server: the one that TEST_S3_URL names, or one that they start themselves. */
export function hasS3Server() {
  if (process.env.TEST_S3_URL) return true
  const folders = (process.env.PATH ?? '').split(delimiter)
  return programs.every((program) => folders.some((folder) => existsSync(join(folder, program))))
}

export const canInstallS3Server = () => canUseApt && !hasS3Server()

/** Installs Debian's packages. Returns whether an S3 server can be used now. */
export function installS3Server() {
  const apt = (args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  return (
    apt(['update', '-qq']) && apt(['install', '-y', '-qq', '--no-install-recommends', ...packages]) && hasS3Server()
  )
}

/** What the last line of `npm test` adds if there is no S3 server. */
export const withoutS3Server =
  'not run: the tests of object storage, because there is no S3 server: set TEST_S3_URL, or run as root where apt-get can install radosgw'
