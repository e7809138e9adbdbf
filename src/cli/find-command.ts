import { nearest } from '../contract/nearest.ts'
import type { Command, CommandTable } from './command.ts'
import { usageError } from './errors.ts'

/** Loads a command by its name. Throws a usage error if there is none. */
export async function findCommand(
  commands: CommandTable,
  name: string,
): Promise<{ command: Command; summary: string }> {
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (entry) return { command: (await entry.load()).command, summary: entry.summary }
  const close = nearest(name, Object.keys(commands))
  throw usageError(`There is no command “${name}”.${close ? ` Did you mean ${close}?` : ''}`, 'See: taskdeck help')
}
