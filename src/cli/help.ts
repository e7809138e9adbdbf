import { type Command, type CommandTable, globalOptions, type Option, type Options } from './command.ts'
import type { Style } from './output/style.ts'
import { padEnd } from './output/width.ts'

const indented = (rows: (readonly [string, string])[]) => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, meaning]) => `  ${padEnd(name, width)}  ${meaning}`).join('\n')
}

/** The help of the whole program. */
export function generalHelp(commands: CommandTable, style: Style): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const)
  return [
    `${style('bold', 'taskdeck')} works on the tasks of a Taskdeck server from the terminal.`,
    `${style('bold', 'Usage')}\n  taskdeck COMMAND [OPTIONS]`,
    `${style('bold', 'Commands')}\n${indented(rows)}`,
    `${style('bold', 'Options of every command')}\n${optionHelp(globalOptions)}`,
    `${style('bold', 'Examples')}\n${indented([
      ['taskdeck login http://localhost:3000', 'Sign in'],
      ['taskdeck add "Fix login tomorrow !high #auth"', 'Add a task'],
      ['taskdeck help list', 'All filters and sort orders of a list'],
    ])}`,
    'Exit codes: 0 done, 1 refused, 2 wrong usage, 3 not signed in, 4 server unreachable, 5 no task is ready, 130 interrupted.',
  ].join('\n\n')
}

/** The help of a command. */
export function commandHelp(name: string, summary: string, command: Command, style: Style): string {
  const { synopsis, about, examples, options } = command
  return [
    summary,
    `${style('bold', 'Usage')}\n  taskdeck ${[name, synopsis].filter(Boolean).join(' ')}`,
    ...(about ? [about] : []),
    `${style('bold', 'Options')}\n${optionHelp({ ...options, ...globalOptions })}`,
    `${style('bold', 'Examples')}\n${indented([...examples])}`,
  ].join('\n\n')
}

function optionHelp(options: Options): string {
  return indented(Object.entries(options).map(([name, option]) => [optionName(name, option), option.help] as const))
}

const optionName = (name: string, { short, value, type }: Option) =>
  `${short ? `-${short}, ` : '    '}--${name}${type === 'string' ? ` ${value ?? 'TEXT'}` : ''}`
