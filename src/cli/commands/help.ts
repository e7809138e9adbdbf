import { defineCommand } from '../command.ts'
import { findCommand } from '../find-command.ts'
import { commandHelp, generalHelp } from '../help.ts'

/** The help, also for those who do not know `--help`. */
export const command = defineCommand({
  synopsis: '[COMMAND]',
  examples: [
    ['taskdeck help', 'List all commands'],
    ['taskdeck help add', 'Show how to add tasks'],
  ],
  options: {},
  words: 'commands',
  async run({ commands, terminal }, _, [name]) {
    if (name === undefined) return terminal.print(generalHelp(commands, terminal.style))
    const { command: found, summary } = await findCommand(commands, name)
    terminal.print(commandHelp(name, summary, found, terminal.style))
  },
})
