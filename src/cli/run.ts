import { parseArguments, splitAtCommand } from './arguments.ts'
import { type Client, openClient } from './client.ts'
import type { Context, Printed } from './command.ts'
import { commands } from './commands.ts'
import { type Config, openConfig } from './config.ts'
import { CliError, type ExitCode, exitCodes, failureOf, usageError } from './errors.ts'
import { findCommand } from './find-command.ts'
import { commandHelp, generalHelp } from './help.ts'
import { chooseServer } from './server-choice.ts'
import type { Terminal } from './terminal.ts'
import { version } from './version.ts'

interface Process {
  terminal: Terminal
  env: Record<string, string | undefined>
}

/** Runs the program with these arguments and returns its exit code. */
export async function run(args: string[], process: Process): Promise<ExitCode> {
  const isJson = args.includes('--json')
  try {
    await runCommand(args, process)
    return exitCodes.done
  } catch (error) {
    const failure = failureOf(error, 'The server')
    if (!(failure instanceof CliError)) throw failure
    report(failure, process.terminal, isJson)
    return failure.exitCode
  }
}

async function runCommand(args: string[], { terminal, env }: Process) {
  const { name, rest } = splitAtCommand(args)
  if (name === undefined) {
    if (rest.includes('--version')) return terminal.print(version)
    const isAsked = rest.some((arg) => arg === '--help' || arg === '-h')
    if (isAsked || !rest.length) return terminal.print(generalHelp(commands, terminal.style))
    throw usageError(`${rest[0]} needs a command.`, 'See: taskdeck help')
  }
  const { command, summary } = await findCommand(commands, name)
  const { values, words } = parseArguments(name, rest, command.options)
  if (values.help) return terminal.print(commandHelp(name, summary, command, terminal.style))
  const context = contextOf(values, { terminal, env, config: openConfig(env) })
  await command.run(context, values as never, words)
}

type Parts = Process & { config: Config }

function contextOf(values: Record<string, unknown>, { terminal, env, config }: Parts): Context {
  const format = values.json ? 'json' : values.quiet ? 'quiet' : 'text'
  let client: Client | undefined
  return {
    terminal,
    env,
    config,
    commands,
    format,
    now: () => new Date(),
    client() {
      client ??= openClient(chooseServer(config, env, values.server as string | undefined))
      return client
    },
    print: (printed) => {
      const text = textOf(printed, format, terminal)
      if (text !== undefined) terminal.print(text)
    },
  }
}

/** JSON is indented for people, and one line for programs. */
function textOf({ json, text, quiet }: Printed, format: Context['format'], { isTerminal }: Terminal) {
  if (format === 'json') return JSON.stringify(json, null, isTerminal ? 2 : 0)
  return (format === 'quiet' ? quiet?.() : text()) || undefined
}

function report({ message, advice, code, exitCode }: CliError, { note, noteStyle }: Terminal, isJson: boolean) {
  if (isJson) return note(JSON.stringify({ error: { code, message, ...(advice ? { advice } : {}), exitCode } }))
  note(`${noteStyle('red', 'taskdeck:')} ${message}`)
  if (advice) note(advice)
}
