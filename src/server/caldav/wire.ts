import { todoAnswers } from './answers.ts'
import { caldavRules } from './caldav.ts'
import { todoLists } from './lists.ts'
import { offeredViewRules } from './offered-views.ts'
import { listSync } from './sync.ts'
import { todoReads } from './todos.ts'
import { todoWrites } from './writing.ts'

type Dependencies = Parameters<typeof todoLists>[0] &
  Parameters<typeof todoReads>[0] &
  Parameters<typeof offeredViewRules>[0] &
  Omit<Parameters<typeof listSync>[0], 'answers'> &
  Omit<Parameters<typeof todoWrites>[0], 'todos' | 'writes' | 'notes'> &
  Omit<Parameters<typeof caldavRules>[0], 'lists' | 'todos' | 'answers' | 'sync' | 'writes'> & {
    taskWrites: Parameters<typeof todoWrites>[0]['writes']
    noteWrites: Parameters<typeof todoWrites>[0]['notes']
  }

/** CalDAV, and the views that are offered with it. */
export function wireCaldav(below: Dependencies) {
  const todos = todoReads(below)
  const answers = todoAnswers(todos)
  const sync = listSync({ ...below, answers })
  const writes = todoWrites({ ...below, writes: below.taskWrites, notes: below.noteWrites, todos })
  return {
    rules: caldavRules({ ...below, lists: todoLists(below), todos, answers, sync, writes }),
    offered: offeredViewRules(below),
  }
}
