import { type ParseArgsConfig, parseArgs } from 'node:util'

interface Program<O> {
  /** How to call the program, in a line or several. Printed for `--help` and after a wrong call. */
  usage: string
  options: O
  /** The words that `--only` takes, separated by commas, if it takes words. */
  names?: string[]
}

type Options = NonNullable<ParseArgsConfig['options']>

/** The options of a program that developers run. Ends it with its usage for `--help`, and with a reason if an option is unknown. */
export function programOptions<const O extends Options>({ usage, options, names }: Program<O>) {
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } } as O })
    const { help, only } = values as { help?: boolean; only?: string }
    if (help) end(0, usage)
    const unknown = names && only?.split(',').filter((name) => !names.includes(name))
    if (unknown?.length) throw new Error(`There is no ${unknown.join(', ')}: choose from ${names?.join(', ')}.`)
    return values
  } catch (error) {
    return end(1, `${(error as Error).message}\n\n${usage}`)
  }
}

function end(code: number, text: string): never {
  const stream = code ? process.stderr : process.stdout
  stream.write(`${text}\n`)
  process.exit(code)
}
