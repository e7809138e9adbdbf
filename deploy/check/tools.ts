import { spawnSync } from 'node:child_process'

/** Whether a program is installed. */
export const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

interface Options {
  cwd?: string
  input?: string
  /** Variables beside those of this process. */
  env?: Record<string, string>
}

/** Runs a program and returns its output. Throws with its output if it fails. */
export function run(program: string, args: string[], { cwd, input, env }: Options = {}): string {
  const all = { ...process.env, ...env }
  const result = spawnSync(program, args, { encoding: 'utf8', cwd, input, env: all, maxBuffer: 64 * 1024 * 1024 })
  if (result.status === 0) return result.stdout
  throw new Error(`${program} ${args.join(' ')}: ${result.error?.message ?? `${result.stdout}${result.stderr}`.trim()}`)
}
