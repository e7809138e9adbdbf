import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { tokenCalls } from '../src/contract/calls/tokens.ts'
import type { Result } from './result.ts'
import { addTasks, post, signedUp, taskdeck } from './servers.ts'

const run = promisify(execFile)
const bundle = join(import.meta.dirname, '../dist/cli/taskdeck.mjs')
const starts = 15

/** How long the command line takes, as a multiple of Node that does nothing, started in turns. */
export async function commandLine(): Promise<Result[]> {
  const server = await taskdeck()
  try {
    const { cookie } = await signedUp(server.origin)
    await addTasks(server.origin, cookie, 100)
    const answer = await post(server.origin, tokenCalls.create.path, { name: 'bench', scope: 'read' }, cookie)
    const { token } = (await answer.json()) as { token: string }
    const env = { PATH: process.env.PATH, TASKDECK_URL: server.origin, TASKDECK_TOKEN: token }
    return [
      await measure('taskdeck --version', ['--version'], 1.5, env),
      await measure('taskdeck list --json, 100 tasks', ['list', '--json'], 3, env),
    ]
  } finally {
    await server.stop()
  }
}

async function measure(row: string, args: string[], promise: number, env: NodeJS.ProcessEnv): Promise<Result> {
  const time = async (args: string[]) => {
    const begun = performance.now()
    await run(process.execPath, args, { env })
    return performance.now() - begun
  }
  const [bare, ours]: [number[], number[]] = [[], []]
  for (let start = 0; start < starts; start++) {
    bare.push(await time(['-e', '0']))
    ours.push(await time([bundle, ...args]))
  }
  const ratios = ours.map((ms, start) => ms / (bare[start] ?? 0))
  const ratio = middle(ratios)
  return {
    row,
    figure: `${ratio.toFixed(2)} of node -e 0`,
    promised: `≤ ${promise}`,
    kept: ratio <= promise,
    detail: `${Math.round(middle(ours))} ms, node -e 0 ${Math.round(middle(bare))} ms, median of ${starts} starts of each`,
  }
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
