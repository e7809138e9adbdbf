import { spawnSync } from 'node:child_process'
import { shellWord } from '../shell-word.ts'

/** A program with its arguments and the changes of its environment. */
export interface Started {
  file: string
  args: string[]
  env: Record<string, string>
}

/**
 * Runs a command in a pseudo-terminal of its own, if the system has a known `script` program: its output can then be read, and it still writes to
 * a terminal. Undefined elsewhere. Node cannot make one, and a native module would have to be built for every system.
 */
export function inPseudoTerminal([file = '', ...args]: string[], shell = ''): Started | undefined {
  if (process.platform === 'darwin') return { file: 'script', args: ['-q', '/dev/null', file, ...args], env: {} }
  if (process.platform !== 'linux') return undefined
  const { stdout } = spawnSync('script', ['--version'], { encoding: 'utf8' })
  // That of BusyBox does not pass the exit code on.
  if (!stdout?.includes('util-linux')) return undefined
  // It runs a line of the user's shell, which may not be a POSIX one. The command gets the user's variable again.
  const line = [`SHELL=${shellWord(shell)}`, 'exec', file, ...args]
  const words = line.map((word, index) => (index < 2 ? word : shellWord(word)))
  return { file: 'script', args: ['-qec', words.join(' '), '/dev/null'], env: { SHELL: '/bin/sh' } }
}
