import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './postgres.ts'
import { startProcess } from './process.ts'

/** PgBouncer in front of a PostgreSQL, with the settings that Debian ships. Returns the URL of the same database through it. */
export async function startPgBouncer(url: string, mode: 'session' | 'transaction') {
  const server = new URL(url)
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-pgbouncer-'))
  await chmod(folder, 0o755)
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username} password=${server.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`,
    { mode: 0o644 },
  )
  // PgBouncer refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ['runuser', '-u', 'nobody', '--'] : []
  const [command = '', ...args] = [...asUser, 'pgbouncer', file]
  const started = startProcess(command, args)
  await started.said(/process up/)
  return {
    url: Object.assign(new URL(url), { port: String(port) }).href,
    stop: async () => {
      await started.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
