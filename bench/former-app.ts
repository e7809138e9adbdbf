import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '../test/process.ts'
import { addressOf, settingsFor } from './servers.ts'

const commits = {
  /** The first release. */
  'first release': '022a66b',
  /** The last version whose web app holds no deck: it asks the server for one list per filter at every start. */
  'before the deck': '09cfce14add0584d3532427a92f0dfc3f38046d8',
  /** The last version in the history whose tasks have no repeats and no links. */
  'before repeats and links': '8fd633254db280acda168672d947a15470d2ecbd',
  /** The last version whose tasks have no notes, claims, questions and criteria. */
  'before notes': '30a1b4d36a1ad62da91ac25a48f21816f87bb40a',
}

interface Former {
  origin: string
  pid: number
  stop: () => Promise<void>
}

/** Installs Taskdeck as it was at that time, and builds its web app if it is needed. Needs the history of the repository and the package registry. */
export async function installFormer(time: keyof typeof commits, { needsWebApp = true } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-former-'))
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: folder, stdio: 'pipe' })
  const root = join(import.meta.dirname, '..')
  execFileSync('git', ['archive', '--output', join(folder, 'former.tar'), commits[time]], { cwd: root })
  run('tar', '-xf', 'former.tar')
  run('npm', 'ci', '--no-audit', '--no-fund', '--prefer-offline')
  if (needsWebApp) run('npm', 'run', 'build')
  let servers = 0
  return {
    async start(settings: Record<string, string> = {}): Promise<Former> {
      const env = { ...settingsFor(join(folder, `data${++servers}`)), ...settings }
      const program = startProcess(process.execPath, ['src/server/main.ts'], { cwd: folder, env })
      return {
        origin: await addressOf(program),
        pid: program.process.pid ?? 0,
        stop: async () => void (await program.stop()),
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Installs and starts one server, and removes everything when it is stopped. */
export async function formerTaskdeck(...which: Parameters<typeof installFormer>): Promise<Former> {
  const installed = await installFormer(...which)
  const server = await installed.start()
  return {
    ...server,
    stop: async () => {
      await server.stop()
      await installed.remove()
    },
  }
}
