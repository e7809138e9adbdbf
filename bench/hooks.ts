import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountCalls } from '../src/contract/calls/accounts.ts'
import { startProcess } from '../test/process.ts'
import { middle, turnOf } from './compare.ts'
import { addressOf, settingsFor, signedUp } from './servers.ts'

/** Processor time of the server per request, in microseconds. */
export interface HookCost {
  hook: string
  cost: number
  /** The cost of the whole request. */
  request: number
}

/** The cost of each hook of the cheapest request: the same load, with one hook left out in every second turn. */
export async function hooks(seconds: number, rounds: number): Promise<HookCost[]> {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-bench-'))
  const program = startProcess(process.execPath, [join(import.meta.dirname, 'hooked-server.ts')], {
    env: settingsFor(folder),
  })
  try {
    const origin = await addressOf(program)
    const { cookie } = await signedUp(origin)
    const request = { path: accountCalls.verify.path, headers: { cookie } }
    const subject = { origin, pid: program.process.pid ?? 0, request }
    const leaveOut = async (hook: string) => {
      program.process.stdin.write(`${hook || 'none'}\n`)
      await once(program.process.stdout, 'data')
    }
    await turnOf(subject, seconds)
    program.process.stdin.write('list\n')
    const [, list = '[]'] = await program.said(/hooks: (\[.*\])/)
    const costs: HookCost[] = []
    for (const hook of JSON.parse(list) as string[]) {
      const [wholes, differences]: [number[], number[]] = [[], []]
      for (let round = 0; round < rounds; round++) {
        await leaveOut('')
        const whole = await turnOf(subject, seconds)
        await leaveOut(hook)
        wholes.push(whole.cost)
        differences.push(whole.cost - (await turnOf(subject, seconds)).cost)
      }
      const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b)
      costs.push({ hook, cost: middle(sorted(differences)), request: middle(sorted(wholes)) })
    }
    return costs.sort((a, b) => b.cost - a.cost)
  } finally {
    await program.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
