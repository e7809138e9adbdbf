import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedPostgres } from './embedded-postgres.ts'

/** Tests are faster without waiting for the disk. */
export const withoutDisk = ['-c', 'fsync=off', '-c', 'full_page_writes=off']

/** A separate PostgreSQL that can be stopped and started again. */
export async function startPostgres({ parent = tmpdir(), flags = withoutDisk } = {}) {
  const folder = await mkdtemp(join(parent, 'taskdeck-postgres-'))
  // PostgreSQL refuses to run as root. The user that it runs as then must have access to this folder.
  await chmod(folder, 0o755)
  const port = await freePort()
  const complaints: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    password: 'test',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    // Every connection hashes the password, and tests need no strong one.
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync', '--set', 'scram_iterations=1'],
    postgresFlags: ['-c', 'max_connections=200', ...flags],
    onLog: () => {},
    onError: (message) => complaints.push(String(message)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    throw new Error(`PostgreSQL for the tests did not start: ${error}\n${complaints.join('\n')}`)
  }
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}/postgres`,
    /** The process that starts all others. */
    pid: async () => Number((await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]),
    pause: () => server.stop(),
    resume: () => server.start(),
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (!address || typeof address === 'string') throw new Error('no port')
  return address.port
}
