import { join } from 'node:path'
import type { Command } from '../src/server/operator/command.ts'
import { startProcess } from './process.ts'

/** Runs an operator command in this process and returns its output. */
export async function printedBy(command: Command, env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> {
  const lines: string[] = []
  await command({ args, env, print: (line) => lines.push(line) })
  return lines.map((line) => `${line}\n`).join('')
}

/** Runs an operator command as npm does. */
export async function runOperator(file: string, env: Record<string, string>, ...args: string[]) {
  const path = join(import.meta.dirname, '../src/server/operator', file)
  const program = startProcess(process.execPath, [path, ...args], { env })
  return { code: await program.ended(), output: program.output() }
}
