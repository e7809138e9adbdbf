import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '../test/process.ts'
import { addressOf, settingsFor } from './servers.ts'

const commits = {
  /** The last version whose web app holds no deck: it asks the server for one list per filter at every start. */
  'before the deck': '09cfce14add0584d3532427a92f0dfc3f38046d8',
  /** The last version in the history whose tasks have no repeats and no links. */
  'before repeats and links': '8fd633254db280acda168672d947a15470d2ecbd',
}

/** Installs, builds and starts Taskdeck as it was at that time. Needs the history of the repository and the package registry. */
export async function formerTaskdeck(
  time: keyof typeof commits,
): Promise<{ origin: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-former-'))
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: folder, stdio: 'pipe' })
  const root = join(import.meta.dirname, '..')
  execFileSync('git', ['archive', '--output', join(folder, 'former.tar'), commits[time]], { cwd: root })
  run('tar', '-xf', 'former.tar')
  run('npm', 'ci', '--no-audit', '--no-fund', '--prefer-offline')
  run('npm', 'run', 'build')
  const program = startProcess(process.execPath, ['src/server/main.ts'], {
    cwd: folder,
    env: settingsFor(join(folder, 'data')),
  })
  return {
    origin: await addressOf(program),
    stop: async () => {
      await program.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
