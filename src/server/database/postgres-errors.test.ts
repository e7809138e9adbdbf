import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { selfSigned } from '../../../test/certificate.ts'
import { freshFolder } from '../../../test/database.ts'
import { loadConfig } from '../settings/config.ts'
import { connect } from './connect.ts'
import { DatabaseError } from './database.ts'
import { openDatabase } from './open.ts'
import { isOfWorker, postgresOutage } from './postgres-errors.ts'

/** The first bytes of a PostgreSQL server: its answer to the request for TLS, and the handshake with a certificate for localhost. */
async function tlsServer(answer: 'S' | 'N') {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(answer)
      if (answer === 'S') new TLSSocket(socket, { isServer: true, ...selfSigned }).on('error', () => {})
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return (server.address() as AddressInfo).port
}

async function trustedAuthority() {
  const file = join(await freshFolder(), 'ca.pem')
  await writeFile(file, selfSigned.cert)
  return file
}

const cases = [
  { problem: 'a server without TLS', answer: 'N', query: 'sslmode=verify-full', advice: /turn on TLS in PostgreSQL/ },
  {
    problem: 'an unknown authority',
    answer: 'S',
    query: 'sslmode=verify-full',
    advice: /sslrootcert=\/path\/to\/ca\.pem/,
  },
  {
    problem: 'a certificate for another name',
    answer: 'S',
    query: 'ca',
    advice: /must be a name that the certificate/,
  },
] as const

test.for(cases)(
  'at the start, $problem is reported with the way out, and later it is an outage',
  async ({ answer, query, advice }) => {
    const port = await tlsServer(answer)
    const parameters = query === 'ca' ? `sslrootcert=${await trustedAuthority()}` : query
    const database = openDatabase(`postgres://postgres:secret@127.0.0.1:${port}/taskdeck?${parameters}`)
    onTestFinished(() => database.close())
    const log = { info: () => {}, warn: () => {} }
    const failure = await connect({ database, log, stop: new AbortController().signal }).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(DatabaseError)
    expect((failure as Error).message).toMatch(advice)
    expect((failure as Error).message).toContain(`PostgreSQL at 127.0.0.1:${port} cannot be used`)
    expect((failure as Error).message).not.toContain('secret')
    const later = await database.db
      .selectFrom('tasks')
      .select('id')
      .execute()
      .catch((error: unknown) => error)
    expect(database.outage(later)?.kind).toBe('refused')
  },
)

test('a certificate file that cannot be read is an invalid setting', () => {
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const url = `postgres://postgres:secret@127.0.0.1/taskdeck?${name}=/missing/file.pem`
    expect(() => loadConfig({ DATABASE_URL: url })).toThrow(
      `must name a file that exists and can be read: ${name}=/missing/file.pem`,
    )
  }
})

test('errors of a worker are those of a lost connection, and not of the server that reports them', () => {
  const error = (message: string) => Object.assign(new Error(message), { code: '08006' })
  const ofWorker = [
    'connection to the remote node taskdeck@10.0.0.7:5432 failed with the following error: Connection refused',
    'could not establish any connections to the node 10.0.0.7:5432 after 5000 ms',
    'connection establishment for node 10.0.0.7:5432 failed',
  ].map(error)
  expect(ofWorker.map(isOfWorker)).toEqual([true, true, true])
  expect(ofWorker.map((each) => postgresOutage(each)?.kind)).toEqual(Array(3).fill('unreachable'))
  expect(isOfWorker(error('Connection terminated unexpectedly'))).toBe(false)
})
