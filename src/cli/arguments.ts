import { parseArgs } from 'node:util'
import { nearest } from '../contract/nearest.ts'
import { globalOptions, type Option, type Options } from './command.ts'
import { usageError } from './errors.ts'

export interface Arguments {
  values: Record<string, string | boolean | (string | boolean)[] | undefined>
  words: string[]
  /** The last of these words, those after `--`; undefined without `--`. */
  after: string[] | undefined
}

/** Splits the arguments of the process at the command: options of all commands may also stand before it. */
export function splitAtCommand(args: string[]): { name: string | undefined; rest: string[] } {
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? ''
    if (arg === '--server' || arg === '--timeout') index++
    else if (!arg.startsWith('-') || arg === '-') {
      return { name: arg, rest: [...args.slice(0, index), ...args.slice(index + 1)] }
    }
  }
  return { name: undefined, rest: args }
}

/** Parses the arguments of a command. Throws a usage error that says which one is wrong. */
export function parseArguments(name: string, args: string[], own: Options): Arguments {
  const options: Options = { ...own, ...globalOptions }
  try {
    const { values, positionals, tokens } = parseArgs({
      args,
      options: options as ParsedOptions,
      allowPositionals: true,
      tokens: true,
    })
    const end = tokens.find(({ kind }) => kind === 'option-terminator')?.index
    return { values, words: positionals, after: end === undefined ? undefined : args.slice(end + 1) }
  } catch (error) {
    throw usageError(problemIn(error as Error & { code?: string }, options), `See: taskdeck help ${name}`)
  }
}

type ParsedOptions = Record<string, Pick<Option, 'type' | 'short' | 'multiple'>>

function problemIn({ code, message }: Error & { code?: string }, options: Options): string {
  const [, given = ''] = /'(--?[^' ]+)/.exec(message) ?? []
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return message.split('. ')[0] ?? message
  const close = nearest(given.replace(/^-+/, ''), Object.keys(options))
  return `There is no option ${given}.${close ? ` Did you mean --${close}?` : ''}`
}
