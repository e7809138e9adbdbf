import { branchName } from '../../contract/branch-name.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { nameOf, unnumbered } from '../../contract/words/task-names.ts'
import { alertDone, alertFailed } from '../ui/alerts.tsx'
import { copyText } from '../ui/copy-text.ts'

/** Copies the name of a Git branch for a task. A task that the server does not know yet has no number, and so no branch. */
export async function copyBranch(task: Task | undefined) {
  if (!task) return
  if (task.number >= unnumbered)
    return alertFailed(`${nameOf(task)} gets its number when it is sent. Then it has a branch name.`)
  const name = branchName(task.number, task.title)
  if (await copyText(name)) alertDone(`Copied the branch name ${name}`)
  else alertFailed(`This browser does not allow copying. The branch name: ${name}`)
}
