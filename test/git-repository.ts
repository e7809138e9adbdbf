import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { testApp } from './app.ts'
import { freshFolder } from './database.ts'
import { makeToken } from './tokens.ts'

const program = join(import.meta.dirname, '../src/cli/main.ts')

interface Ended {
  code: number
  out: string
  /** Both streams. */
  text: string
}

type Env = Record<string, string>

const execute = (file: string, args: string[], cwd: string, env: Env): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(file, args, { cwd, env }, (error, stdout, stderr) => {
      const code = error ? Number(error.code ?? 1) : 0
      resolve({ code, out: stdout.trimEnd(), text: `${stdout}${stderr}`.trimEnd() })
    })
  })

/** A real repository in a folder of its own, with git and the command line as real processes. Neither sees the settings of this machine. */
export async function gitRepository(server: Env = {}, more: Env = {}) {
  const home = await freshFolder()
  const folder = join(home, 'project')
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  const author = { name: 'Ana', email: 'ana@example.com' }
  const env: Env = {
    PATH,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_EDITOR: 'true',
    ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
    ...server,
    ...more,
  }
  const place = (cwd: string) => ({
    folder: cwd,
    /** Runs git and expects that it succeeds. */
    async git(...args: string[]): Promise<string> {
      const { code, out, text } = await execute('git', args, cwd, env)
      if (code !== 0) throw new Error(`git ${args.join(' ')}: ${text}`)
      return out
    },
    tryGit: (args: string[], extra: Env = {}) => execute('git', args, cwd, { ...env, ...extra }),
    taskdeck: (...args: string[]) => execute(process.execPath, [program, ...args], cwd, env),
    /** Runs another program with Node. */
    node: (...args: string[]) => execute(process.execPath, args, cwd, env),
    /** Runs the command line with further settings. */
    taskdeckWith: (extra: Env, ...args: string[]) =>
      execute(process.execPath, [program, ...args], cwd, { ...env, ...extra }),
    async write(path: string, text: string, mode = 0o644): Promise<void> {
      const file = join(cwd, path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
      await chmod(file, mode)
    },
  })
  await mkdir(folder)
  const own = place(folder)
  await own.git('init', '--quiet', '--initial-branch=main')
  for (const [name, value] of Object.entries(author)) await own.git('config', '--global', `user.${name}`, value)
  await own.git('commit', '--quiet', '--allow-empty', '-m', 'Begin')
  return {
    ...own,
    home,
    /** Another work tree of the same repository. */
    at: place,
    commit: (message: string) => own.git('commit', '--quiet', '--allow-empty', '-m', message),
    message: (revision = 'HEAD') => own.git('log', '-1', '--format=%B', revision),
  }
}

export type GitRepository = Awaited<ReturnType<typeof gitRepository>>

/** Every file below a folder with its mode and contents, to compare two states. */
export function filesBelow(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return Object.fromEntries(
    entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        const mode = entry.isSymbolicLink() ? 'link' : statSync(path).mode.toString(8)
        return [path.slice(folder.length + 1), `${mode} ${readFileSync(path, 'utf8')}`]
      }),
  )
}

/** A server that listens, with a user, and the environment in which the command line uses their token. */
export async function listeningServer() {
  const world = await testApp()
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.app.server.address() as AddressInfo
  const ana = world.as('ana')
  const { token } = await makeToken(ana)
  const url = `http://127.0.0.1:${port}`
  return { ...world, ana, url, env: { TASKDECK_URL: url, TASKDECK_TOKEN: token } }
}
