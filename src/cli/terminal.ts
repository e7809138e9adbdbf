import { CliError, exitCodes } from './errors.ts'
import { printable } from './output/clean.ts'
import { type Style, styleFor } from './output/style.ts'

/** The parts of a process that a terminal uses. */
export type Streams = Pick<NodeJS.Process, 'env'> & {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean }
  stdout: Output
  stderr: Output
}
type Output = NodeJS.WritableStream & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'hasColors'>>

/** The streams of the process, as commands use them. */
export interface Terminal {
  /** Whether stdout is a terminal. */
  isTerminal: boolean
  /** Whether somebody can answer a question. */
  canAsk: boolean
  /** Whether both input and output are a terminal, as a command that runs in it needs. */
  isInteractive: boolean
  /** The width of the terminal; undefined if the output goes elsewhere, where lines are not cut. */
  columns: number | undefined
  style: Style
  /** Styles for stderr. */
  noteStyle: Style
  /** Writes a line to stdout, cleaned. */
  print: (text: string) => void
  /** Writes bytes to stdout, as they are. */
  writeBytes: (bytes: AsyncIterable<Uint8Array>) => Promise<void>
  /** The streams themselves, for the output of a command of the user. */
  streams: () => Pick<Streams, 'stdout' | 'stderr'>
  /** Writes a line for people to stderr, cleaned. */
  note: (text: string) => void
  /** The answer to a question; empty if there is none. Throws a CliError if the user presses Ctrl+C. */
  ask: (question: string) => Promise<string>
  /** The lines of stdin. */
  lines: () => AsyncIterable<string>
}

const usualColumns = 80

/** Few commands read anything, and loading it takes time. */
const readline = () => import('node:readline/promises')

export function openTerminal(process: Streams): Terminal {
  // Opening the other streams takes time, so that is left until they are used.
  const { stdout, env } = process
  return {
    isTerminal: stdout.isTTY === true,
    get canAsk() {
      return process.stdin.isTTY === true && process.stderr.isTTY === true
    },
    get isInteractive() {
      return stdout.isTTY === true && process.stdin.isTTY === true
    },
    streams: () => ({ stdout, stderr: process.stderr }),
    columns: stdout.isTTY ? stdout.columns || usualColumns : undefined,
    style: styleFor(hasColours(stdout, env)),
    noteStyle: (name, text) => styleFor(hasColours(process.stderr, env))(name, text),
    print: (text) => void stdout.write(`${printable(text)}\n`),
    async writeBytes(bytes) {
      const [{ Readable }, { pipeline }] = await Promise.all([import('node:stream'), import('node:stream/promises')])
      await pipeline(Readable.from(bytes), stdout, { end: false })
    },
    note: (text) => void process.stderr.write(`${printable(text)}\n`),
    async ask(question) {
      const { createInterface } = await readline()
      const reader = createInterface({ input: process.stdin, output: process.stderr })
      try {
        return await new Promise<string>((resolve, reject) => {
          reader.once('SIGINT', () => reject(new CliError(exitCodes.interrupted, 'Interrupted.')))
          // The end of the input, by Ctrl+D, is no answer.
          reader.once('close', () => resolve(''))
          // A question that Ctrl+C or Ctrl+D has ended is rejected later, when nobody waits for it.
          reader.question(printable(question)).then((answer) => resolve(answer.trim()), reject)
        })
      } finally {
        reader.close()
      }
    },
    async *lines() {
      const { createInterface } = await readline()
      yield* createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
    },
  }
}

/** Node looks at NO_COLOR, FORCE_COLOR and TERM. */
function hasColours({ isTTY, hasColors }: Output, { FORCE_COLOR, NO_COLOR }: NodeJS.ProcessEnv): boolean {
  if (FORCE_COLOR) return FORCE_COLOR !== '0'
  return isTTY === true && !NO_COLOR && hasColors?.() === true
}
