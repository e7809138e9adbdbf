import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import pg from 'pg'
import { hasS3Server } from '../../scripts/test-programs.mjs'
import { startPostgres } from '../postgres.ts'
import { startS3 } from '../s3.ts'
import { startServer } from './server.ts'

/** Everything that a page takes for granted beside the folder of Taskdeck, and how it ends. */
type World = { lacks: string } | { stop: () => Promise<void> }

const nothing = async () => {}

/** A page that is not listed needs nothing. */
const worlds: Record<string, (folder: string) => Promise<World>> = {
  'docs/backup.md': async (folder) => {
    await startServer(folder, 'npm start')
    await addWork()
    return { stop: nothing }
  },
  'docs/operations.md': async (folder) => {
    await startServer(folder, 'METRICS_PORT=9464 npm start')
    const cookie = await signUp()
    for (const path of ['/auth/verify', '/tasks/getTasks']) await fetch(origin + path, { headers: { cookie } })
    return { stop: nothing }
  },
  'docs/nodes.md': databases,
  'docs/object-storage.md': objectStorage,
}

export const prepare = (page: string, folder: string): Promise<World> =>
  worlds[page]?.(folder) ?? Promise.resolve({ stop: nothing })

const origin = 'http://localhost:3000'
const json = { 'content-type': 'application/json' }

async function signUp(): Promise<string> {
  const email = `${randomUUID()}@example.com`
  const body = JSON.stringify({ username: 'Ana', email, password: 'correct horse battery' })
  const signed = await fetch(`${origin}/auth/signup`, { method: 'POST', headers: json, body })
  if (signed.status !== 201) throw new Error(`Signing up failed: ${await signed.text()}`)
  return signed.headers.getSetCookie().join().split(';')[0] ?? ''
}

/** An account with a task and a file, as an installation has them. */
async function addWork() {
  const cookie = await signUp()
  const body = JSON.stringify({ title: 'write', description: 'a page', dueDate: '2026-11-15' })
  const made = await fetch(`${origin}/tasks/createTask`, { method: 'POST', headers: { ...json, cookie }, body })
  const { task } = (await made.json()) as { task: { _id: string } }
  const form = new FormData()
  form.set('file', new File(['x'.repeat(10_000)], 'proof.txt'))
  const path = `${origin}/tasks/task/${task._id}/upload`
  const sent = await fetch(path, { method: 'POST', headers: { cookie }, body: form })
  if (sent.status !== 201) throw new Error(`Uploading a file failed: ${await sent.text()}`)
}

/** The addresses of three database servers, of which the first one is there. */
async function databases(): Promise<World> {
  execFileSync('ip', ['addr', 'add', '10.88.0.21/24', 'dev', 'lo'])
  const postgres = await startPostgres()
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query("create role taskdeck login password 'password'")
  await client.query('create database taskdeck owner taskdeck')
  await client.end()
  await forward('10.88.0.21', 5432, Number(new URL(postgres.url).port))
  return { stop: postgres.stop }
}

/** An S3 server at the usual port of Ceph, with its key in the environment. */
async function objectStorage(): Promise<World> {
  if (!hasS3Server() || process.env.TEST_S3_URL) return { lacks: 'there is no radosgw' }
  const s3 = await startS3()
  Object.assign(process.env, s3.env)
  await forward('127.0.0.1', 7480, Number(new URL(new URL(s3.url).searchParams.get('endpoint') ?? '').port))
  return { stop: s3.stop }
}

/** Lets a server answer at the address that a page names. */
async function forward(host: string, port: number, to: number) {
  const server = createServer((client) => {
    const target = connect(to, '127.0.0.1')
    for (const socket of [client, target]) socket.on('error', () => {})
    client.pipe(target).pipe(client)
  }).listen(port, host)
  await once(server, 'listening')
}
