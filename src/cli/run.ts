import { existsSync } from 'node:fs'
import { parseArguments, splitAtCommand } from './arguments.ts'
import { type Client, openClient, type Patience, usualTimeoutMs } from './client.ts'
import type { Context, Printed } from './command.ts'
import { commands } from './commands.ts'
import { type Config, openConfig } from './config.ts'
import { countOf } from './counts.ts'
import { CliError, exitCodes, failureOf, unexpected, usageError } from './errors.ts'
import { findCommand } from './find-command.ts'
import { commandHelp, generalHelp } from './help.ts'
import { oneLine, printableJson } from './output/clean.ts'
import { waitingFolder } from './prove/waiting-folder.ts'
import { type Binding, chooseServer, serverBoundTo } from './server-choice.ts'
import type { Terminal } from './terminal.ts'
import { fullVersion } from './version.ts'

interface Process {
  terminal: Terminal
  env: Record<string, string | undefined>
  /** The words that run this program. */
  program: () => string[]
  /** The current folder. */
  cwd: string
}

/** Runs the program with these arguments and returns its exit code. */
export async function run(args: string[], process: Process): Promise<number> {
  // After `--` come the words of another command.
  const isJson = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined).includes('--json')
  try {
    const exitCode = await runCommand(args, process)
    return typeof exitCode === 'number' ? exitCode : exitCodes.done
  } catch (error) {
    const failure = failureOf(error, 'The server')
    if (!(failure instanceof CliError) && process.env.TASKDECK_DEBUG) throw failure
    const shown = failure instanceof CliError ? failure : unexpected(failure)
    report(shown, process.terminal, isJson)
    return shown.exitCode
  }
}

async function runCommand(args: string[], process: Process): Promise<unknown> {
  const { terminal, env } = process
  const { name, rest } = splitAtCommand(args)
  if (name === undefined) {
    if (rest.includes('--version')) return terminal.print(fullVersion)
    const isAsked = rest.some((arg) => arg === '--help' || arg === '-h')
    if (isAsked || !rest.length) return terminal.print(generalHelp(commands, terminal.style))
    throw usageError(`${rest[0]} needs a command.`, 'See: taskdeck help')
  }
  const { command, summary } = await findCommand(commands, name)
  const { values, words, after } = parseArguments(name, rest, command.options)
  if (values.help) return terminal.print(commandHelp(name, summary, command, terminal.style))
  const context = contextOf(values, { ...process, config: openConfig(env) })
  const exitCode = await command.run(context, values as never, words, after)
  await context.end()
  return exitCode
}

type Dependencies = Process & { config: Config }

/** A context whose `end` sends the receipts that wait for the server of the command, if the command has reached it. */
function contextOf(
  values: Record<string, unknown>,
  { terminal, env, config, program, cwd }: Dependencies,
): Context & { end: () => Promise<void> } {
  const named = values.server as string | undefined
  const format = values.json ? 'json' : values.quiet ? 'quiet' : 'text'
  const patience = patienceOf(values.timeout as string | undefined, format, terminal)
  let client: Client | undefined
  let bound: Binding | undefined
  return {
    terminal,
    env,
    config,
    commands,
    format,
    patience,
    now: () => new Date(),
    client() {
      client ??= openClient(
        bound === undefined ? chooseServer(config, env, named) : serverBoundTo(bound, config, env, named),
        patience,
      )
      return client
    },
    async end() {
      const folder = client?.isReached() && waitingFolder(env, client.server)
      if (!client || !folder || !existsSync(folder)) return
      const { sendWaiting } = await import('./prove/send-waiting.ts')
      await sendWaiting(client, folder, (line) => format === 'text' && terminal.note(line))
    },
    isServerChosen: named !== undefined || Boolean(env.TASKDECK_URL),
    bindTo(given) {
      client = undefined
      bound = given
    },
    program,
    cwd,
    print: (printed) => {
      const text = textOf(printed, format, terminal)
      if (text !== undefined) terminal.print(text)
    },
  }
}

/** How long the command waits for a server. It says once that it waits. */
function patienceOf(seconds: string | undefined, format: Context['format'], terminal: Terminal): Patience {
  let hasSaid = false
  const timeoutMs = (countOf(seconds, '--timeout') ?? usualTimeoutMs / 1000) * 1000
  return {
    timeoutMs,
    onWait(url) {
      if (hasSaid || format !== 'text') return
      hasSaid = true
      terminal.note(`Waiting for ${url} … (at most ${timeoutMs / 1000} seconds; Ctrl+C ends it)`)
    },
  }
}

/** JSON is indented for people, and one line for programs. */
function textOf({ json, text, quiet }: Printed, format: Context['format'], { isTerminal }: Terminal) {
  if (format === 'json') return printableJson(json, isTerminal ? 2 : 0)
  return (format === 'quiet' ? quiet?.() : text()) || undefined
}

function report({ message, advice, code, exitCode }: CliError, { note, noteStyle }: Terminal, isJson: boolean) {
  // The user knows it; a line break ends the question.
  if (exitCode === exitCodes.interrupted && !isJson) return note('')
  if (isJson) return note(printableJson({ error: { code, message, ...(advice ? { advice } : {}), exitCode } }))
  note(`${noteStyle('red', 'taskdeck:')} ${oneLine(message)}`)
  if (advice) note(advice)
}
