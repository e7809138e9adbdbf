import { taskOfCurrentBranch } from './branch-name.ts'
import { openRepository } from './repository.ts'

/** The number of the task that the branch of the current folder is named after. */
export const currentTask = (): number | undefined => taskOfCurrentBranch(openRepository(process.cwd()))
