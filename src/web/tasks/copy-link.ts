import type { Task } from '../../contract/schemas/tasks.ts'
import { numberOf } from '../../contract/words/task-names.ts'
import { namesOf } from '../../contract/words/task-words.ts'
import { taskPath } from '../navigation/paths.ts'
import { alertDone, alertFailed } from '../ui/alerts.tsx'
import { copyText } from '../ui/copy-text.ts'

/** The address of a task, with its number if it has one. */
function linkTo(task: Task): string {
  const [page] = window.location.href.split('#')
  const number = numberOf(task)
  return `${page}#${taskPath(number.startsWith('#') ? number.slice(1) : task._id)}`
}

/** Copies the address of each task, one per line. */
export async function copyLinks(tasks: Task[]) {
  if (!tasks.length) return
  const links = tasks.map(linkTo).join('\n')
  const what = tasks.length === 1 ? 'link' : 'links'
  if (await copyText(links)) alertDone(`Copied the ${what} to ${namesOf(tasks)}`)
  else alertFailed(`This browser does not allow copying. The ${what}: ${links}`)
}
