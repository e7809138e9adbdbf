import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { findProgram } from '../../scripts/debian.mjs'
import { startProcess } from '../../test/process.ts'

/** The bridge that connects the machines, in a network of this process alone. */
const bridge = 'cluster'
const own = 'TASKDECK_CLUSTER_NETWORK'

const ip = (...args: string[]) => execFileSync(findProgram('ip') ?? 'ip', args, { stdio: ['ignore', 'pipe', 'pipe'] })

/** Why this machine cannot be divided into several; undefined if it can. */
export function lacksMachines(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'networks of machines need Linux and root'
  for (const name of ['ip', 'unshare', 'nsenter']) if (!findProgram(name)) return `${name} is not installed`
  try {
    execFileSync('unshare', ['--net', '--mount', 'true'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'this system does not permit network namespaces'
  }
}

/** Runs this program again in a network of its own, which ends with it, so that nothing of the machine's network is changed. */
export async function moveToOwnNetwork(): Promise<void> {
  if (process.env[own]) {
    ip('link', 'set', 'lo', 'up')
    ip('link', 'add', bridge, 'type', 'bridge')
    ip('addr', 'add', '10.88.0.1/24', 'dev', bridge)
    ip('link', 'set', bridge, 'up')
    return
  }
  const child = spawn('unshare', ['--net', '--mount', process.execPath, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, [own]: '1' },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  process.exit(await new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1))))
}

/**
 * A machine with an address of its own, made of namespaces: its processes have their own network, and their own view of the folders that are
 * mounted for them, so that several servers can use the same ports and paths.
 */
export async function startMachine(name: string, address: string, folders: Record<string, string> = {}) {
  const holder = spawn('unshare', ['--net', '--mount', 'sleep', 'infinity'], { stdio: 'ignore' })
  const { pid } = holder
  if (!pid) throw new Error('A machine did not start')
  const network = () => readlinkSync(`/proc/${pid}/ns/net`)
  while (network() === readlinkSync('/proc/self/ns/net')) await pause(5)
  const enter = ['nsenter', '--target', String(pid), '--net', '--mount']
  const inside = (...command: string[]) => execFileSync(enter[0] ?? '', [...enter.slice(1), ...command])
  const line = `to-${name}`
  ip('link', 'add', line, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid))
  ip('link', 'set', line, 'master', bridge)
  ip('link', 'set', line, 'up')
  const ipPath = findProgram('ip') ?? 'ip'
  for (const command of [
    ['link', 'set', 'lo', 'up'],
    ['addr', 'add', `${address}/24`, 'dev', 'eth0'],
    ['link', 'set', 'eth0', 'up'],
  ])
    inside(ipPath, ...command)
  for (const [path, folder] of Object.entries(folders)) inside('mount', '--bind', folder, path)
  const identity = network()

  /** The processes of the machine, without the one that holds its namespaces. */
  function processes(): number[] {
    const pids = readdirSync('/proc').map(Number).filter(Boolean)
    return pids.filter((each) => each !== pid && networkOf(each) === identity)
  }

  const signal = (name: NodeJS.Signals, pids = processes()) => {
    for (const each of pids) {
      try {
        process.kill(each, name)
      } catch {
        // It has ended already.
      }
    }
  }

  return {
    name,
    address,
    /** The start of a command line that runs a command on this machine. */
    enter,
    processes,
    signal,
    start(command: string, args: string[], { user, env = {} }: { user?: string; env?: Record<string, string> } = {}) {
      const idOf = (which: string) => execFileSync('id', [which, user ?? 'root'], { encoding: 'utf8' }).trim()
      const as = ['--setuid', idOf('-u'), '--setgid', idOf('-g')]
      return startProcess('nsenter', [...enter.slice(1), ...as, command, ...args], { cwd: '/', env })
    },
    run: inside,
    /** Ends everything at once, as a power cut does. */
    kill: () => signal('SIGKILL'),
    /** Everything hangs with open connections. */
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    cut: () => void ip('link', 'set', line, 'down'),
    connect: () => void ip('link', 'set', line, 'up'),
    stop() {
      signal('SIGKILL')
      holder.kill('SIGKILL')
    },
  }
}

export type Machine = Awaited<ReturnType<typeof startMachine>>

function networkOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`)
  } catch {
    return undefined
  }
}
