import { CallError } from '../contract/client.ts'

/** The exit codes, for scripts. */
export const exitCodes = { done: 0, refused: 1, usage: 2, notSignedIn: 3, unreachable: 4 } as const
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
}

/** The command was not written as it must be. */
export const usageError = (message: string, advice?: string) =>
  new CliError(exitCodes.usage, message, advice ? { advice } : {})

/** The command is right and cannot be done. */
export const refused = (message: string, advice?: string) =>
  new CliError(exitCodes.refused, message, advice ? { advice } : {})

/** The failure of a call to a server, as the user sees it. */
export function failureOf(error: unknown, url: string): unknown {
  if (!(error instanceof CallError)) return error
  const { code, message } = error
  if (code === 'not_signed_in') {
    return new CliError(exitCodes.notSignedIn, `${url} does not accept the token: ${message}`, {
      advice: `Sign in again with: taskdeck login ${url}`,
    })
  }
  if (code === 'network' || code === 'unavailable' || code === 'timeout') {
    const reason = code === 'network' ? `${url} cannot be reached.` : `${url}: ${message}`
    return new CliError(exitCodes.unreachable, reason, {
      advice:
        'Check the address and the connection, and whether the server runs. Nothing was changed twice: run the command again.',
    })
  }
  return new CliError(exitCodes.refused, message, { code })
}
