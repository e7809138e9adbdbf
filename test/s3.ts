import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const maxStartMs = 60_000
const credentials = { AWS_ACCESS_KEY_ID: 'taskdeck', AWS_SECRET_ACCESS_KEY: 'taskdeck-secret' }

/** An S3 server: a URL for FILES_URL, to which a test appends a prefix of its own, and the variables with its credentials. */
export interface S3Server {
  url: string
  env: Record<string, string>
}

/** The server that TEST_S3_URL names, with the credentials of the environment, or a separate one. */
export async function availableS3(): Promise<S3Server & { stop: () => Promise<void> }> {
  const { TEST_S3_URL: url, ...all } = process.env
  if (!url) return startS3()
  const names = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_REGION']
  const env = Object.fromEntries(names.flatMap((name) => (all[name] ? [[name, all[name]]] : [])))
  return { url, env, stop: async () => {} }
}

/** The URL of a new prefix in the bucket of a server. */
export function newPrefix(url: string): string {
  const [place, query] = url.split('?')
  return `${place?.replace(/\/$/, '')}/${randomUUID()}?${query ?? ''}`
}

/**
 * A separate S3 server with one empty bucket: Ceph's object gateway with one monitor and one object daemon, which keeps everything in
 * memory. Needs the programs that scripts/test-programs.mjs installs. `kill` ends the gateway at once; `resume` starts it again at the same
 * address, with all objects. `freeze` lets it hang with open connections until `thaw`. `refuseKey` rejects the credentials until `acceptKey`.
 */
export async function startS3({ parent = tmpdir() } = {}) {
  const folder = await mkdtemp(join(parent, 'taskdeck-s3-'))
  const [monitorPort, port] = [await quietPort(), await quietPort()]
  const endpoint = `http://127.0.0.1:${port}`
  const id = randomUUID()
  const file = join(folder, 'ceph.conf')
  const children = new Map<string, ChildProcess>()

  const ask = (program: string, ...args: string[]) => run(program, ['-c', file, ...args], { timeout: maxStartMs })
  const start = (program: string, ...args: string[]) => {
    const child = spawn(program, ['-f', '-c', file, ...args], { stdio: 'ignore' })
    child.on('error', () => {})
    children.set(program, child)
  }
  async function end(program: string) {
    const child = children.get(program)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    // Nothing has to be saved. A stopped process ends only when it is killed.
    child.kill('SIGKILL')
    await ended
  }
  async function stop() {
    for (const program of ['radosgw', 'ceph-osd', 'ceph-mon']) await end(program)
    await rm(folder, { recursive: true, force: true })
  }

  async function startGateway() {
    start('radosgw', '-n', 'client.gateway')
    const deadline = performance.now() + maxStartMs
    while (!(await fetch(endpoint).catch(() => undefined))) {
      if (children.get('radosgw')?.exitCode !== null || performance.now() > deadline) {
        throw new Error(`radosgw did not start:\n${await readFile(join(folder, 'client.gateway.log'), 'utf8')}`)
      }
      await pause(50)
    }
  }

  try {
    for (const name of ['mon', 'osd', 'run']) await mkdir(join(folder, name))
    await writeFile(file, settings({ folder, id, monitorPort, port }))
    const map = join(folder, 'monmap')
    await run('monmaptool', ['--create', '--fsid', id, '--addv', 'a', `[v2:127.0.0.1:${monitorPort}]`, map])
    await ask('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map)
    start('ceph-mon', '-i', 'a')
    await ask('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', id)
    await ask('ceph', 'osd', 'new', id)
    start('ceph-osd', '-i', '0')
    await startGateway()
    const { AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: secret } = credentials
    await ask('radosgw-admin', ...['user', 'create', '--uid', key, '--display-name', key], ...keysOf(key, secret))
    await createBucket(endpoint)
  } catch (error) {
    await stop()
    throw new Error(`The S3 server for the tests did not start: ${error}`)
  }
  return {
    url: `s3://taskdeck?endpoint=${endpoint}&region=us-east-1`,
    env: credentials as Record<string, string>,
    kill: () => end('radosgw'),
    resume: startGateway,
    freeze: () => void children.get('radosgw')?.kill('SIGSTOP'),
    thaw: () => void children.get('radosgw')?.kill('SIGCONT'),
    refuseKey: () => ask('radosgw-admin', 'user', 'suspend', '--uid', credentials.AWS_ACCESS_KEY_ID),
    acceptKey: () => ask('radosgw-admin', 'user', 'enable', '--uid', credentials.AWS_ACCESS_KEY_ID),
    stop,
  }
}

const keysOf = (key: string, secret: string) => ['--access-key', key, '--secret-key', secret]

async function createBucket(endpoint: string) {
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3')
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: credentials.AWS_ACCESS_KEY_ID, secretAccessKey: credentials.AWS_SECRET_ACCESS_KEY },
  })
  await client.send(new CreateBucketCommand({ Bucket: 'taskdeck' }))
  client.destroy()
}

interface Places {
  folder: string
  id: string
  monitorPort: number
  port: number
}

/** The monitor collects changes for a second by default, and the gateway creates its pools one after another: without the delay it starts in a second. */
const settings = ({ folder, id, monitorPort, port }: Places) => `[global]
fsid = ${id}
mon host = v2:127.0.0.1:${monitorPort}
mon initial members = a
mon data = ${folder}/mon
mon data avail crit = 0
mon allow pool size one = true
paxos propose interval = 0.01
paxos min wait = 0.005
public addr = 127.0.0.1
ms bind ipv6 = false
ms mon client mode = crc
auth cluster required = none
auth service required = none
auth client required = none
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
pid file = ${folder}/run/$name.pid
log file = ${folder}/$name.log
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 4294967296
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
rgw frontends = beast endpoint=127.0.0.1:${port}
`

/** A free port below those that the system gives to outgoing connections, because the server binds it seconds later. */
async function quietPort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}
