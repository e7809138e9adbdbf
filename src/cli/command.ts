import type { Client, Patience } from './client.ts'
import type { Config } from './config.ts'
import type { Binding } from './server-choice.ts'
import type { Terminal } from './terminal.ts'

/** An option of a command, as `node:util` parses it, with its description. */
export interface Option {
  type: 'string' | 'boolean'
  short?: string
  multiple?: boolean
  /** The name of its value in the help: `--due DAY`. */
  value?: string
  /** The values that completion offers. */
  choices?: readonly string[]
  help: string
}
export type Options = Record<string, Option>

type ValueOf<O extends Option> = O extends { type: 'boolean' }
  ? boolean
  : O extends { multiple: true }
    ? string[]
    : string
export type Values<O extends Options> = { [Name in keyof O]?: ValueOf<O[Name]> }

/** Options of every command. */
export const globalOptions = {
  json: { type: 'boolean', help: 'Print JSON' },
  quiet: {
    type: 'boolean',
    short: 'q',
    help: 'Print only what a script needs, such as the numbers of tasks, or nothing',
  },
  server: { type: 'string', value: 'NAME', help: 'Use this server instead of the default one' },
  timeout: { type: 'string', value: 'SECONDS', help: 'Wait this long for the server; 30 unless given' },
  help: { type: 'boolean', short: 'h', help: 'Show this help' },
} as const satisfies Options

/** What a command prints. `--quiet` prints nothing unless `quiet` says otherwise. */
export interface Printed {
  /** The result of `--json`. docs/cli.md describes it for each command. */
  json: unknown
  text: () => string
  quiet?: () => string
}

/** Everything that a command can use. */
export interface Context {
  terminal: Terminal
  config: Config
  env: Record<string, string | undefined>
  /** The server of this call, signed in. Throws a CliError if there is none. */
  client: () => Client
  /** Whether the user has named the server of this call, by an option or the environment. */
  isServerChosen: boolean
  /** Makes the server that a git repository is bound to the server of this call. `client` throws if another one is named. */
  bindTo: (bound: Binding) => void
  /** The words that run this program, for hooks. */
  program: () => string[]
  /** The current folder. */
  cwd: string
  /** How long to wait for a server. */
  patience: Patience
  now: () => Date
  /** All commands. */
  commands: CommandTable
  /** The format that the user has asked for. */
  format: 'text' | 'json' | 'quiet'
  print: (printed: Printed) => void
}

/** A command. Its run prints through the context and throws a CliError, or the CallError of a call. */
export interface Command<O extends Options = Options> {
  /** The words after its name: `TASK…`. */
  synopsis: string
  /** Further paragraphs of its help. */
  about?: string
  /** Commands with what they do. */
  examples: readonly (readonly [command: string, meaning: string])[]
  options: O
  /** What the words are, for completion. */
  words?: 'tasks' | 'files' | 'commands' | readonly string[]
  /** `after` are the last of the words, those after `--`. The result is the exit code, if it is not 0. */
  run: (
    context: Context,
    values: Values<O>,
    words: string[],
    after: string[] | undefined,
  ) => Promise<number> | Promise<void> | void
}

/** Every command by its name. Each is loaded when it is needed, so that a command starts without the code of all others. */
export type CommandTable = Record<string, { summary: string; load: () => Promise<{ command: Command }> }>

/** Describes a command; its options type the values that it is run with. */
export const defineCommand = <const O extends Options>(command: Command<O>): Command => command as unknown as Command
