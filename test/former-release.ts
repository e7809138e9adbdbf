import { execFileSync } from 'node:child_process'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freshFolder } from './database.ts'
import { startProcess } from './process.ts'

/** The last release. Change it with every release, as CONTRIBUTING.md says. */
export const lastRelease = { version: '0.3.0', commit: '2454ef95c5925eeaec4df18c68d67eb2c502b784' }

const root = join(import.meta.dirname, '..')

/** The server of the last release, from the history of the repository, with the packages of today. */
export async function startFormerRelease(env: Record<string, string>) {
  const folder = await freshFolder()
  const archive = join(folder, 'former.tar')
  try {
    execFileSync('git', ['archive', '--output', archive, lastRelease.commit, 'src', 'package.json'], {
      cwd: root,
      stdio: 'pipe',
    })
  } catch (error) {
    throw new Error(
      `This test needs the commit ${lastRelease.commit} of release ${lastRelease.version}, which this copy of the repository lacks. Clone the whole history: git fetch --unshallow`,
      { cause: error },
    )
  }
  execFileSync('tar', ['-xf', archive], { cwd: folder })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const settings = { PORT: '0', HOST: '127.0.0.1', OVERLOAD_DELAY: '60000', LOG_LEVEL: 'warn' }
  const program = startProcess(process.execPath, [join(folder, 'src/server/main.ts')], {
    cwd: folder,
    env: { ...settings, ...env },
  })
  onTestFinished(() => void program.process.kill('SIGKILL'))
  const [, origin = ''] = await program.said(/ready at (http:\/\/[^/]+)/)
  return { ...program, origin: origin.replace('localhost', '127.0.0.1') }
}
