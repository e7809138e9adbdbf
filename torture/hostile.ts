import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startProcess } from '../test/process.ts'
import { type Account, makeAccount, makeAttacker } from './attacker.ts'
import { type Attack, hostileAttacks } from './attacks.ts'
import type { Outcome } from './result.ts'
import { type Engine, makeWorld, type Server, signUp, start } from './world.ts'

/** Times in milliseconds. */
interface Times {
  requests: number
  p99: number
  slowest: number
}

/** Measurements of an ordinary user during an attack. */
interface Figures {
  reads: Times
  writes: Times
  failures: Record<string, number>
  /** The most that the server has had. */
  memoryMb?: number
}

interface Options {
  /** The number of tasks of a large account. */
  size: number
  seconds: number
  /** Runs only attacks whose name contains this text. */
  only?: string
}

/** The memory of the containers in `deploy/`, and the heap that Node gives itself in one of them. */
const memoryMb = 1_024
const nodeOptions = ['--max-old-space-size=512']
const maxReadMs = 100
const maxWriteMs = 250
/** Of the kernel's clock, which ticks 100 times a second. */
const maxIdleTicks = 2

/** One account, or a visitor, misbehaves in many ways, one after the other, while another user works. That user must not notice. */
export async function* hostile(engine: Engine, attacks: Attack[], options: Options): AsyncGenerator<Outcome> {
  const world = await makeWorld(engine)
  try {
    const server = await start(world, { OVERLOAD_DELAY: '1000' }, { nodeOptions })
    const idle = await watch(server, await signUp(server.origin), () => pause(options.seconds * 1000))
    const accounts = new Map<string, Account>()
    for (const attack of attacks) {
      if (!(attack.engines ?? [engine]).includes(engine) || !attack.name.includes(options.only ?? '')) continue
      const name = attack.account ?? attack.name
      const isNew = !accounts.has(name)
      const account = accounts.get(name) ?? (await makeAccount(server.origin))
      accounts.set(name, account)
      if (isNew) await prepare(attack, account, server, options.size)
      // Work that outlasts its client, of an earlier attack or the preparation, must not be measured with this one.
      await untilIdle(server)
      // Each time another user: the list of one who creates tasks during every attack would become long, and slow by itself.
      const victim = await signUp(server.origin)
      const figures = await watch(server, victim, () => strike(attack, account, server, world, options.seconds))
      yield outcomeOf(attack.name, engine, { ...figures, memoryMb: await mostMemoryMb(server) }, idle)
    }
    await server.stop()
  } finally {
    await world.end()
  }
}

/** A short version without large accounts. Only failures count, because the machine may be busy. */
export async function hostileInBrief(engine: Engine, secondsEach: number): Promise<Outcome> {
  const world = await makeWorld(engine)
  try {
    const server = await start(world)
    const victim = await signUp(server.origin)
    const figures = await watch(server, victim, async () => {
      for (const attack of hostileAttacks.filter(({ isBrief }) => isBrief)) {
        await strike(attack, await makeAccount(server.origin), server, world, secondsEach)
      }
    })
    await server.stop()
    const outcome = outcomeOf('the short attacks', engine, figures)
    return { ...outcome, promised: 'no request of another user fails', kept: isFlawless(figures) }
  } finally {
    await world.end()
  }
}

async function prepare(attack: Attack, account: Account, server: Server, size: number): Promise<void> {
  const attacker = makeAttacker(server.origin, account)
  await attack.prepare?.(attacker, size)
  attacker.end()
}

/** Resolves when the server has used hardly any processor time for a second. */
async function untilIdle({ pid }: Server): Promise<void> {
  const usedTicks = async () => {
    const [, text = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')
    const [user, system] = text.split(' ').slice(11, 13)
    return Number(user) + Number(system)
  }
  let before = await usedTicks()
  for (let used = before; ; before = used) {
    await pause(1_000)
    used = await usedTicks()
    if (used - before <= maxIdleTicks) return
  }
}

/** The most memory that the server has had since the last call. */
async function mostMemoryMb({ pid }: Server): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}

async function strike(
  attack: Attack,
  account: Account,
  server: Server,
  world: { databaseUrl: string },
  seconds: number,
): Promise<void> {
  const attacker = makeAttacker(server.origin, account)
  const running = attack.run(attacker, world)
  await pause(seconds * 1000)
  attacker.end()
  await running
}

/** Measures an ordinary user, in a separate process, while the work runs. */
async function watch(server: Server, cookie: string, work: () => Promise<unknown>): Promise<Figures> {
  const program = startProcess(process.execPath, [join(import.meta.dirname, 'victim.ts'), server.origin, cookie])
  await program.said(/ready/)
  await work()
  program.process.kill('SIGTERM')
  const [line] = await program.said(/^\{.*\}$/m)
  return JSON.parse(line)
}

const isFlawless = ({ failures, reads, writes }: Figures) =>
  reads.requests > 0 && writes.requests > 0 && Object.keys(failures).length === 0

function outcomeOf(name: string, engine: Engine, figures: Figures, idle?: Figures): Outcome {
  const { reads, writes, failures, memoryMb: usedMb = 0 } = figures
  const failed = Object.entries(failures).map(([call, count]) => `${call}: ${count}`)
  return {
    fault: `a hostile account: ${name}`,
    engine,
    figure: `${inWords(figures)}, ${failed.length ? failed.join(', ') : 'no failures'} in ${reads.requests + writes.requests} requests of another user${idle ? ` (idle: ${inWords(idle)}), ${Math.round(usedMb)} MB of memory` : ''}`,
    promised: `another user's reads keep a p99 below ${maxReadMs} ms, the writes below ${maxWriteMs} ms, and none fails; the server needs less than ${memoryMb} MB`,
    kept: isFlawless(figures) && reads.p99 < maxReadMs && writes.p99 < maxWriteMs && usedMb < memoryMb,
  }
}

const inWords = ({ reads, writes }: Figures) =>
  `reads p99 ${ms(reads.p99)}, slowest ${ms(reads.slowest)}, writes p99 ${ms(writes.p99)}, slowest ${ms(writes.slowest)}`
const ms = (time: number) => `${time.toFixed(1)} ms`
