import { resolve } from 'node:path'
import { agentGuide } from '../../contract/agent-guide.ts'
import { defineCommand } from '../command.ts'
import { usageError } from '../errors.ts'
import { openRepository } from '../git/repository.ts'
import { addSection, type Done, guideFile, removeSection } from '../guide-section.ts'

const words: Record<Done, (path: string) => string> = {
  added: (path) => `Added a section to ${path}`,
  updated: (path) => `Updated the section in ${path}`,
  removed: (path) => `Removed the section from ${path}`,
  unchanged: (path) => `${path} is as it should be`,
}

/** The text that teaches agents to work with tasks. */
export const command = defineCommand({
  synopsis: '',
  about:
    'Prints a short text that teaches an agent the loop: take a task, read it, ask, note, prove, complete. With --install, the text becomes a section of AGENTS.md, or of CLAUDE.md if only that exists, at the top of the repository; run it again after an update. --remove takes it out, and the file is as it was before.',
  examples: [
    ['taskdeck agent-guide', 'Print the text'],
    ['taskdeck agent-guide --install', 'Add it to AGENTS.md or CLAUDE.md'],
    ['taskdeck agent-guide --remove', 'Take it out again'],
  ],
  options: {
    install: { type: 'boolean', help: 'Add the text to AGENTS.md or CLAUDE.md, or bring it up to date' },
    remove: { type: 'boolean', help: 'Take the text out again' },
    file: { type: 'string', value: 'FILE', help: 'Use this file instead' },
  },
  run(context, { install, remove, file }) {
    if (install && remove) throw usageError('Give either --install or --remove.')
    if (!install && !remove) {
      if (file !== undefined) throw usageError('--file needs --install or --remove.')
      return context.print({ json: { guide: agentGuide }, quiet: () => '', text: () => agentGuide.trimEnd() })
    }
    const folder = openRepository(context.cwd)?.top ?? context.cwd
    const path = file === undefined ? guideFile(folder) : resolve(context.cwd, file)
    const done = install ? addSection(path) : removeSection(path)
    context.print({ json: { file: path, done }, text: () => words[done](path) })
  },
})
