import type { Context } from '../command.ts'
import { checkBinding } from './binding.ts'
import { templateOf } from './branch-name.ts'
import { repairHooks } from './install.ts'
import { openRepository } from './repository.ts'
import { branchInWords, switchToTask } from './switch-branch.ts'

/**
 * Switches to the branch of a task in the repository of a folder, and returns the result for programs and for people. Undefined without a
 * repository, and if the user has turned it off. Throws, before anything is changed, if branches cannot be named, or if the repository is
 * bound to another server.
 */
export function branchStarter({ client, program }: Context, folder: string) {
  const repository = openRepository(folder)
  if (!repository || repository.setting('taskdeck.switch') === 'false') return undefined
  templateOf(repository)
  checkBinding(repository, client().server)
  return (task: { number: number; title: string }) => {
    repairHooks(repository, program)
    const branch = switchToTask(repository, task)
    return { json: { branch }, lines: [branchInWords(branch)] }
  }
}
