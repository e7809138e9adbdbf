import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startProcess } from '../test/process.ts'
import { type Account, makeAccount, makeAttacker } from './attacker.ts'
import { type Attack, attacks } from './attacks.ts'
import type { Outcome } from './result.ts'
import { type Engine, makeWorld, type Server, signUp, start } from './world.ts'

/** Measurements of an ordinary user during an attack; times in milliseconds. */
interface Figures {
  requests: number
  p50: number
  p99: number
  slowest: number
  failures: Record<string, number>
}

interface Options {
  /** The number of tasks of a large account. */
  size: number
  seconds: number
  /** Runs only attacks whose name contains this text. */
  only?: string
  /** Whether the latency counts, or only that every request is answered. */
  compare?: boolean
}

const maxP99Ms = 100

/** One account, or a visitor, misbehaves in every known way while another user works. That user must not notice. */
export async function* hostile(engine: Engine, options: Options): AsyncGenerator<Outcome> {
  const world = await makeWorld(engine)
  try {
    const server = await start(world, { OVERLOAD_DELAY: '1000' })
    const victim = await signUp(server.origin)
    const idle = await watch(server, victim, () => pause(options.seconds * 1000))
    const accounts = new Map<string, Account>()
    for (const attack of attacks) {
      if (!(attack.engines ?? [engine]).includes(engine) || !attack.name.includes(options.only ?? '')) continue
      const name = attack.account ?? attack.name
      const isNew = !accounts.has(name)
      const account = accounts.get(name) ?? (await makeAccount(server.origin))
      accounts.set(name, account)
      if (isNew) {
        const preparing = makeAttacker(server.origin, account)
        await attack.prepare?.(preparing, options.size)
        preparing.end()
      }
      const figures = await watch(server, victim, () => strike(attack, account, server, world, options.seconds))
      yield outcomeOf(attack, engine, figures, idle, options.compare ?? true)
    }
    await server.stop()
  } finally {
    await world.end()
  }
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

function outcomeOf({ name }: Attack, engine: Engine, figures: Figures, idle: Figures, compare: boolean): Outcome {
  const failed = Object.entries(figures.failures).map(([call, count]) => `${call}: ${count}`)
  const ms = (time: number) => `${time.toFixed(1)} ms`
  return {
    fault: `a hostile account: ${name}`,
    engine,
    figure: `p99 ${ms(figures.p99)}, slowest ${ms(figures.slowest)}, ${failed.length ? failed.join(', ') : 'no failures'} in ${figures.requests} requests of another user (idle: p99 ${ms(idle.p99)}, slowest ${ms(idle.slowest)})`,
    promised: `another user's requests keep a p99 below ${maxP99Ms} ms and none fails`,
    kept: failed.length === 0 && figures.requests > 0 && (!compare || figures.p99 < maxP99Ms),
  }
}
