import type { Context } from '../command.ts'
import { boundServer } from './binding.ts'
import { taskOfCurrentBranch } from './branch-name.ts'
import { openRepository } from './repository.ts'

/**
 * The number of the task that the branch of the current folder is named after. It is a task of the server that the repository is bound to,
 * which becomes the server of the call.
 */
export function currentTask({ bindTo, cwd }: Pick<Context, 'bindTo' | 'cwd'>): number | undefined {
  const repository = openRepository(cwd)
  const number = taskOfCurrentBranch(repository)
  const server = repository && boundServer(repository)
  if (number !== undefined && server !== undefined) bindTo(server)
  return number
}
