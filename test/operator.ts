import { join } from 'node:path'
import type { Command } from '../src/server/operator.ts'
import { startProcess } from './process.ts'

/** Runs a command of the operator in this process; answers what it prints. */
export async function printedBy(command: Command, env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> {
  const lines: string[] = []
  await command({ args, env, print: (line) => lines.push(line) })
  return lines.map((line) => `${line}\n`).join('')
}

/** Runs a command of the operator as npm does. */
export async function runOperator(file: string, env: Record<string, string>, ...args: string[]) {
  const path = join(import.meta.dirname, '../src/server', file)
  const program = startProcess(process.execPath, [path, ...args], { env })
  return { code: await program.ended(), output: program.output() }
}
