import { once } from 'node:events'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase, freshFolder } from '../../test/database.ts'
import { credentials } from '../../test/people.ts'
import { freePort, startPostgres } from '../../test/postgres.ts'
import { runServer, startServer } from '../../test/server.ts'

const oneLine = (output: string) => expect(output.trim().split('\n')).toHaveLength(1)

/** Stops a server in the middle of a response, which must be sent completely. */
async function stopDuringResponse(server: Awaited<ReturnType<typeof startServer>>, signal: 'SIGTERM' | 'SIGINT') {
  const { hostname, port } = new URL(server.origin)
  const socket = connect(Number(port), hostname)
  socket.write('GET /docs/static/swagger-ui-bundle.js HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  const ended = server.stop(signal)
  await server.said(/finishing the requests in progress/)
  let size = first.length
  socket.on('data', (chunk: Buffer) => {
    size += chunk.length
  })
  socket.resume()
  await once(socket, 'close')
  const head = first.subarray(0, first.indexOf('\r\n\r\n') + 4).toString()
  expect(size - head.length).toBe(Number(/content-length: (\d+)/.exec(head)?.[1]))
  expect(await ended).toBe(0)
}

async function addFile(origin: string) {
  const signup = await fetch(`${origin}/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ana', ...credentials('ana') }),
  })
  const headers = { cookie: signup.headers.get('set-cookie')?.split(';')[0] ?? '' }
  const task = { title: 'write', description: 'a page', dueDate: '2026-11-15' }
  const created = await fetch(`${origin}/tasks/createTask`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(task),
  })
  const { _id } = ((await created.json()) as { task: { _id: string } }).task
  const body = new FormData()
  body.append('file', new Blob(['done']), 'a.txt')
  expect((await fetch(`${origin}/tasks/task/${_id}/upload`, { method: 'POST', headers, body })).status).toBe(201)
  return headers
}

// One test, because each start costs more than a second of processor time.
test('a start creates a data folder that others cannot read, a signal lets responses finish, and the next start finds the data', async () => {
  const folder = join(await freshFolder(), 'deep', 'data')
  const first = await startServer({ DATA_DIR: folder })
  expect(first.output()).toMatch(/Taskdeck is ready at http:\/\/localhost:\d+\/taskdeck\/\n/)
  const headers = await addFile(first.origin)
  const names = ['', ...(await readdir(folder, { recursive: true }))]
  expect(names).toEqual(expect.arrayContaining(['taskdeck.db', 'taskdeck.db-wal', 'files']))
  for (const name of names) {
    const { mode } = await stat(join(folder, name))
    expect([name, mode & 0o077]).toEqual([name, 0])
  }
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  await stopDuringResponse(first, 'SIGINT')

  const second = await startServer({ DATA_DIR: folder, DATABSE_URL: 'postgres://localhost/taskdeck' })
  expect(second.output()).not.toContain('Migrated')
  expect(second.output()).toContain('DATABSE_URL is not a setting and is ignored. Did you mean DATABASE_URL?')
  expect((await fetch(`${second.origin}/taskdeck/`)).status).toBe(200)
  expect(await (await fetch(`${second.origin}/tasks/getTasks`, { headers })).text()).toContain('a page')
  await stopDuringResponse(second, 'SIGTERM')
})

test('a port in use is reported in one line that says how to continue', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const { code, output } = await runServer({
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: await freshFolder(),
    LOG_LEVEL: 'warn',
  })
  expect(code).toBe(1)
  expect(output).toContain(
    `Port ${port} is in use: stop the other program or choose another port, such as PORT=${port + 1}`,
  )
  oneLine(output)
})

test('an unknown host is named in the error', { tags: 'long' }, async () => {
  const { code, output } = await runServer({ DATA_DIR: await freshFolder(), HOST: 'nobody.invalid', PORT: '0' })
  expect(code).toBe(1)
  expect(output).toContain('HOST=nobody.invalid is not an address of this machine')
})

test('a data folder that is not writable is reported in one line', { tags: 'long' }, async () => {
  const file = join(await freshFolder(), 'file')
  await writeFile(file, '')
  const { code, output } = await runServer({ DATA_DIR: join(file, 'data') })
  expect(code).toBe(1)
  expect(output).toMatch(/The data folder .* cannot be used .*: make it writable, or set DATA_DIR/)
  oneLine(output)
})

test('a file that is not a database is reported in one line', { tags: 'long' }, async () => {
  const folder = await freshFolder()
  await writeFile(
    join(folder, 'taskdeck.db'),
    'This is no database, but it is long enough to be looked at as one. '.repeat(40),
    { mode: 0o600 },
  )
  const { code, output } = await runServer({ DATA_DIR: folder, PORT: '0' })
  expect(code).toBe(1)
  expect(output).toContain(
    `The file ${join(folder, 'taskdeck.db')} is not a SQLite database: correct DATA_DIR or DATABASE_URL`,
  )
  oneLine(output)
})

test('an empty database beside files of an installation is reported in one line, and a new installation starts', {
  tags: 'long',
}, async () => {
  const folder = await freshFolder()
  await mkdir(join(folder, 'files'), { mode: 0o700 })
  await writeFile(join(folder, 'files', 'installation-id'), 'some-id')
  await writeFile(join(folder, 'taskdeck.db'), '', { mode: 0o600 })
  const { code, output } = await runServer({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn' })
  expect(code).toBe(1)
  expect(output).toContain(`is empty, but ${join(folder, 'files')} holds the files of an installation`)
  oneLine(output)
  await rm(join(folder, 'files'), { recursive: true })
  await startServer({ DATA_DIR: folder })
})

test('an invalid setting is reported in one line', async () => {
  const { code, output } = await runServer({ PORT: 'http' })
  expect(code).toBe(1)
  expect(output).toBe('Taskdeck cannot start. PORT="http" must be a whole number from 0 to 65535.\n')
})

test('postgres: a wrong password for PostgreSQL is reported in one line', { tags: 'long' }, async () => {
  const url = (await freshDatabase('postgres')).replace(':test@', ':wrong@')
  const { code, output } = await runServer({
    DATABASE_URL: url,
    DATA_DIR: await freshFolder(),
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
  })
  expect(code).toBe(1)
  expect(output).toContain('cannot be used (password authentication failed')
  expect(output).toContain('check the name and password in DATABASE_URL')
  expect(output).not.toContain('wrong')
  oneLine(output)
})

test('while PostgreSQL is unreachable the log says so and requests get 503, and no restart is needed later', {
  tags: 'long',
}, async () => {
  const postgres = await startPostgres()
  onTestFinished(postgres.stop)
  await postgres.pause()
  const port = await freePort()
  const env = { DATABASE_URL: postgres.url, DATA_DIR: await freshFolder(), PORT: String(port) }
  const server = await startServer(env, /cannot be reached/)
  const ready = () => fetch(`http://127.0.0.1:${port}/health/ready`).then((response) => response.status)
  const becomes = async (status: number) => {
    for (const deadline = Date.now() + 30_000; (await ready()) !== status; ) {
      if (Date.now() > deadline) throw new Error(`never ${status}:\n${server.output()}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  expect(server.output()).toMatch(/PostgreSQL at 127.0.0.1:\d+ cannot be reached \(.*ECONNREFUSED.*\). Trying again in/)
  expect(await ready()).toBe(503)
  expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200)

  await postgres.resume()
  await server.said(/Taskdeck is ready at/)
  expect(await ready()).toBe(200)

  await postgres.pause()
  await becomes(503)
  await postgres.resume()
  await becomes(200)
  expect(server.output()).not.toContain('Unexpected error')
})
