import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { run } from './tools.ts'

const base = 'localhost/taskdeck-check-base'
const image = 'localhost/taskdeck-check'
const user = '10001'
const programs = ['/bin/sh', '/bin/mkdir', '/bin/chown', '/bin/chmod', '/bin/mv']

export const executableFor = (arch: string) => `package/out/taskdeck-server-linux-${arch}`

/** Builds the image on a base made of this machine's own files, because there may be no registry. Runs it, and returns what it has seen. */
export async function checkImage(onMetrics: (text: string) => void): Promise<string[]> {
  const seen: string[] = []
  makeBase()
  const build = ['build', '--isolation', 'chroot', '--pull-never', '--format', 'docker', '--layers=false']
  const from = [
    '--build-arg',
    `BASE=${base}`,
    '--file',
    'deploy/Dockerfile',
    '--ignorefile',
    'deploy/Dockerfile.dockerignore',
  ]
  run('buildah', [...build, ...from, '--tag', image, '.'])
  const { OCIv1, Docker } = JSON.parse(run('buildah', ['inspect', '--type', 'image', image]))
  const config = Docker?.config ?? OCIv1.config
  if (config.User !== `${user}:${user}`) throw new Error(`The image runs as ${config.User}.`)
  if (!config.Healthcheck?.Test?.includes('health')) throw new Error('The image has no health check.')
  const container = run('buildah', ['from', '--pull-never', image]).trim()
  try {
    seen.push(...(await runInside(run('buildah', ['mount', container]).trim(), onMetrics)))
  } finally {
    run('buildah', ['rm', container])
    run('buildah', ['rmi', '--force', image, base])
  }
  return seen
}

/** A root file system with a shell, the libraries of the executable, and certificates. */
function makeBase() {
  const container = run('buildah', ['from', 'scratch']).trim()
  const root = run('buildah', ['mount', container]).trim()
  const add = (path: string) => {
    const target = join(root, path)
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(realpathSync(path), target)
  }
  for (const program of [...programs, executableFor(process.arch)]) {
    if (programs.includes(program)) add(program)
    for (const [, library = ''] of run('ldd', [program]).matchAll(/(\/\S+) \(0x/g)) add(library)
  }
  const atomic = [...run('ldd', [executableFor(process.arch)]).matchAll(/(\/\S*libatomic\S*) \(0x/g)][0]?.[1]
  if (atomic) copyLibrary(root, atomic)
  mkdirSync(join(root, 'etc/ssl/certs'), { recursive: true })
  writeFileSync(join(root, 'etc/ssl/certs/ca-certificates.crt'), '')
  mkdirSync(join(root, 'tmp'))
  run('buildah', ['commit', '--quiet', '--rm', container, base])
}

/** Debian's own /lib is a link to /usr/lib, where the Dockerfile looks. */
function copyLibrary(root: string, path: string) {
  const target = join(root, path.replace(/^\/lib\//, '/usr/lib/'))
  mkdirSync(dirname(target), { recursive: true })
  copyFileSync(realpathSync(path), target)
}

/** Starts the program of the image as its user, with the root file system read-only, and uses it. */
async function runInside(root: string, onMetrics: (text: string) => void): Promise<string[]> {
  const data = mkdtempSync(join(tmpdir(), 'taskdeck-image-'))
  const [port, metricsPort] = [await freePort(), await freePort()]
  const inside = (command: string) =>
    `mount --bind ${root} ${root} && mount --bind ${data} ${root}/data && mount -t proc proc ${root}/proc && mount -o remount,bind,ro ${root} && ` +
    `exec chroot --userspec=${user}:${user} ${root} /usr/local/bin/taskdeck-server ${command}`
  run('chown', [`${user}:${user}`, data])
  const env = {
    DATA_DIR: '/data',
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_HOST: '127.0.0.1',
    METRICS_PORT: String(metricsPort),
  }
  const start = (command = '') =>
    spawn('unshare', ['--mount', 'sh', '-c', inside(command)], { env: { PATH: process.env.PATH, ...env } })
  const server = start()
  try {
    const begun = performance.now()
    await ready(server)
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    if ((await exitOf(start('health'))) !== 0) throw new Error('The health check fails although the server is ready.')
    const body = JSON.stringify({ username: 'Ana', email: 'ana@example.com', password: 'correct horse battery' })
    const headers = { 'content-type': 'application/json' }
    const signup = await fetch(`http://127.0.0.1:${port}/auth/signup`, { method: 'POST', headers, body })
    if (signup.status !== 201) throw new Error(`Signing up in the container failed: ${await signup.text()}`)
    onMetrics(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())
    server.kill('SIGTERM')
    if ((await exitOf(server)) !== 0) throw new Error('The server did not stop cleanly.')
    if ((await exitOf(start('health'))) === 0) throw new Error('The health check succeeds without a server.')
    return [
      `in the image, as user ${user} on a read-only root: ready in ${seconds} s, health check, sign-up, metrics, clean stop`,
    ]
  } finally {
    server.kill('SIGKILL')
    rmSync(data, { recursive: true, force: true })
  }
}

async function ready(server: ChildProcess) {
  let output = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  for (let waited = 0; !output.includes('ready at'); waited += 50) {
    if (server.exitCode !== null || waited > 60_000)
      throw new Error(`The server in the image does not start:\n${output}`)
    await pause(50)
  }
}

async function exitOf(program: ChildProcess): Promise<number | null> {
  if (program.exitCode === null) await once(program, 'close')
  return program.exitCode
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
