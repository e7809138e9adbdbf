import { CallError } from '../contract/client.ts'
import { oneLine } from './output/clean.ts'
import { shellWord } from './shell-word.ts'

/** The exit codes, for scripts. That of an interruption is the one that shells give to a program that Ctrl+C has ended. */
export const exitCodes = {
  done: 0,
  refused: 1,
  usage: 2,
  notSignedIn: 3,
  unreachable: 4,
  nothingReady: 5,
  interrupted: 130,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** A failure that the user can do something about: the message says what happened, the advice what to do. */
export class CliError extends Error {
  readonly exitCode: ExitCode
  readonly advice: string | undefined
  readonly code: string

  constructor(exitCode: ExitCode, message: string, { advice, code }: { advice?: string; code?: string } = {}) {
    super(message)
    this.name = 'CliError'
    this.exitCode = exitCode
    this.advice = advice
    this.code = code ?? codeNames[exitCode]
  }
}

const codeNames: Record<ExitCode, string> = {
  0: 'done',
  1: 'refused',
  2: 'usage',
  3: 'not_signed_in',
  4: 'unreachable',
  5: 'nothing_ready',
  130: 'interrupted',
}

/** The command was not written as it must be. */
export const usageError = (message: string, advice?: string) =>
  new CliError(exitCodes.usage, message, advice ? { advice } : {})

/** The command is right and cannot be done. */
export const refused = (message: string, advice?: string) =>
  new CliError(exitCodes.refused, message, advice ? { advice } : {})

/** The server of Taskdeck does not answer, or something else answers in its place. */
export const unreached = (message: string, advice: string) => new CliError(exitCodes.unreachable, message, { advice })

/** A longer text of a server is not shown as a reason. */
const maxReasonLength = 500

/** What a server says about a failure, as one line. */
function reasonOf(message: string): string {
  const line = oneLine(message).trim()
  return line.length > maxReasonLength ? `${line.slice(0, maxReasonLength)}…` : line
}

/** The failure of a call to a server, as the user sees it. */
export function failureOf(error: unknown, url: string): unknown {
  if (!(error instanceof CallError)) return error
  const { code, status } = error
  const message = reasonOf(error.message)
  if (code === 'not_signed_in') {
    return new CliError(exitCodes.notSignedIn, `${url} does not accept the token: ${message}`, {
      advice: `Sign in again with: taskdeck login ${shellWord(url)}`,
    })
  }
  if (code === 'timeout')
    return unreached(
      `${url}: ${message}`,
      'Check the connection, and whether the server runs. --timeout SECONDS waits longer.',
    )
  if (code === 'network' || code === 'unavailable') {
    // Without a status, nothing has answered.
    const reason = code === 'unavailable' ? `${url}: ${message}` : status ? message : `${url} cannot be reached.`
    return unreached(
      reason,
      'Check the address and the connection, and whether the server runs. Nothing was changed twice: run the command again.',
    )
  }
  return new CliError(code === 'nothing_ready' ? exitCodes.nothingReady : exitCodes.refused, message, { code })
}

/** An unexpected failure, as one line. Its stack would be pages of bundled code. */
export const unexpected = (error: unknown) =>
  new CliError(exitCodes.refused, `Something unexpected happened: ${reasonOf(String(error))}`, {
    code: 'internal',
    advice: 'This is a fault of the command line, or of the server. Set TASKDECK_DEBUG=1 to see where it happened.',
  })
