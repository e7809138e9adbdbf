import { choiceOf } from '../choices.ts'
import { defineCommand } from '../command.ts'
import { candidates } from '../completion.ts'
import { scripts, shells } from '../completion-scripts.ts'
import { usageError } from '../errors.ts'

/** Prints the script that makes a shell complete commands, options and numbers of tasks. */
export const command = defineCommand({
  synopsis: 'bash | zsh | fish',
  examples: [
    ['source <(taskdeck completion bash)', 'For this shell; put it into ~/.bashrc for all'],
    ['taskdeck completion zsh > ~/.zfunc/_taskdeck', 'For zsh, if ~/.zfunc is in fpath'],
    ['taskdeck completion fish > ~/.config/fish/completions/taskdeck.fish', 'For fish'],
  ],
  options: { words: { type: 'boolean', help: 'Print what can follow the given words, as the scripts ask' } },
  words: shells,
  async run(context, { words: isAsked }, words) {
    if (isAsked) {
      const lines = (await candidates(context, words)).map(({ text, meaning }) =>
        meaning ? `${text}\t${meaning}` : text,
      )
      if (lines.length) context.terminal.print(lines.join('\n'))
      return
    }
    const [shell] = words
    if (shell === undefined) throw usageError('Which shell?', `Give one of: ${shells.join(', ')}.`)
    context.terminal.print(scripts[choiceOf(shell, shells, 'The shell')])
  },
})
