import { CliError, exitCodes } from './errors.ts'
import { printable } from './output/clean.ts'
import { type Style, styleFor } from './output/style.ts'

/** The streams of the process, as commands use them. */
export interface Terminal {
  /** Whether stdout is a terminal. */
  isTerminal: boolean
  /** Whether somebody can answer a question. */
  canAsk: boolean
  /** The width of the terminal; undefined if the output goes elsewhere, where lines are not cut. */
  columns: number | undefined
  style: Style
  /** Styles for stderr. */
  noteStyle: Style
  /** Writes a line to stdout, cleaned. */
  print: (text: string) => void
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

export function openTerminal(): Terminal {
  // Opening the other streams takes time, so that is left until they are used.
  const { stdout } = process
  return {
    isTerminal: stdout.isTTY === true,
    get canAsk() {
      return process.stdin.isTTY === true && process.stderr.isTTY === true
    },
    columns: stdout.isTTY ? stdout.columns || usualColumns : undefined,
    style: styleFor(hasColours(stdout)),
    noteStyle: (name, text) => styleFor(hasColours(process.stderr))(name, text),
    print: (text) => void stdout.write(`${printable(text)}\n`),
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
function hasColours(stream: NodeJS.WriteStream): boolean {
  if (process.env.FORCE_COLOR) return process.env.FORCE_COLOR !== '0'
  return stream.isTTY === true && !process.env.NO_COLOR && stream.hasColors()
}
