import { run } from './run.ts'
import { openTerminal } from './terminal.ts'

/** Runs the command line in this process. `program` gives the words that run it again, with absolute paths. */
export async function runProgram(args: string[], env: NodeJS.ProcessEnv, program: () => string[]): Promise<void> {
  // The reader of a pipe has enough, as in `taskdeck list | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  // Not process.exit: it would cut off output that a pipe has not taken yet.
  process.exitCode = await run(args, { terminal: openTerminal(process), env, program, cwd: process.cwd() })
}
