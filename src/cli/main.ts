import { run } from './run.ts'
import { openTerminal } from './terminal.ts'

// The reader of a pipe has enough, as in `taskdeck list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

async function main() {
  // Not process.exit: it would cut off output that a pipe has not taken yet.
  process.exitCode = await run(process.argv.slice(2), { terminal: openTerminal(), env: process.env })
}

void main()
