import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountCalls } from '../src/contract/calls/accounts.ts'
import { startPostgres } from '../test/postgres.ts'
import { startTaskdeck } from '../test/process.ts'

export type Engine = 'sqlite' | 'postgres'

export interface World {
  engine: Engine
  folder: string
  databaseUrl: string
  end: () => Promise<void>
}

/** A folder and a database that outlive the Taskdeck processes. */
export async function makeWorld(engine: Engine): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-torture-'))
  const postgres = engine === 'postgres' ? await startPostgres() : undefined
  return {
    engine,
    folder,
    databaseUrl: postgres?.url ?? `sqlite:${join(folder, 'taskdeck.db')}`,
    async end() {
      await postgres?.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts Taskdeck; returns its address and the time until it was ready. */
export async function start(
  { folder, databaseUrl }: World,
  settings: Record<string, string> = {},
  { watcher = [], nodeOptions = [] }: { watcher?: string[]; nodeOptions?: string[] } = {},
) {
  const begun = performance.now()
  const environment = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'error',
    SIGNUPS_PER_HOUR: '100000',
    OVERLOAD_DELAY: '60000',
    ...settings,
  }
  const program = startTaskdeck(environment, nodeOptions, watcher)
  const [, origin = ''] = await program.said(/ready at (http:\/\/[^/\s]+)/)
  return {
    origin: origin.replace('localhost', '127.0.0.1'),
    milliseconds: performance.now() - begun,
    pid: program.process.pid ?? 0,
    output: program.output,
    async kill() {
      const ended = once(program.process, 'exit')
      program.process.kill('SIGKILL')
      await ended
    },
    stop: () => program.stop(),
  }
}

export type Server = Awaited<ReturnType<typeof start>>

/** Signs up a new user and returns the cookie. */
export async function signUp(origin: string, name = `ana-${Math.random()}`): Promise<string> {
  const response = await fetch(origin + accountCalls.signup.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'Ana', email: `${name}@example.com`, password: 'correct horse battery' }),
  })
  const cookie = response.headers.get('set-cookie')?.split(';')[0]
  if (!cookie) throw new Error(`Signing up failed: ${await response.text()}`)
  return cookie
}
