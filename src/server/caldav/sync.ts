import type { Task } from '../../contract/schemas/tasks.ts'
import type { Database } from '../database/database.ts'
import type { HistoryRules } from '../history/history.ts'
import { taskBatches } from '../tasks/chosen-by-view.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import { todoPath } from './addresses.ts'
import type { Asked, TodoAnswers } from './answers.ts'
import { DavProblem } from './dav-problem.ts'
import { leavesBefore, type TodoList } from './lists.ts'
import { absentResponse } from './properties.ts'
import { readToken, type SyncPoint } from './sync-token.ts'
import { todoTable } from './todo-table.ts'
import { unnamed } from './todos.ts'

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'subjectsAfter'>
  tasks: Pick<TaskRules, 'pages' | 'pagesOfIds'>
  answers: TodoAnswers
}

/** After more changes than this, a client lists everything anew, which costs less. */
const maxEvents = 5_000
const idsAtOnce = 500

/** Answers what has changed in a list since a token (RFC 6578). */
export function listSync({ database, history, tasks, answers }: Dependencies) {
  /** The tasks with events or other choices of clients since a point, and those that they are part of, whose progress they change. */
  async function changedSince(owner: string, { seq, revision }: SyncPoint): Promise<string[]> {
    const events = await history.subjectsAfter(owner, seq, maxEvents + 1)
    if (events.length > maxEvents) throw startAnew()
    const ids = new Set(events.map(({ task_id }) => task_id))
    for (const id of await todoTable(database.db, owner).changedAfter(revision, maxEvents)) ids.add(id)
    refuseForgotten(events)
    for await (const page of tasks.pagesOfIds(owner, [...ids])) {
      for (const json of page) {
        const { partOf }: Task = JSON.parse(json)
        if (partOf) ids.add(partOf)
      }
    }
    return [...ids]
  }

  async function namesOf(owner: string, ids: string[]): Promise<Map<string, string>> {
    const names = new Map(ids.map((id) => [id, unnamed(id).name]))
    for (let first = 0; first < ids.length; first += idsAtOnce) {
      const rows = await todoTable(database.db, owner).ofTasks(ids.slice(first, first + idsAtOnce))
      for (const { task_id, name } of rows) names.set(task_id, name)
    }
    return names
  }

  /** The completed tasks that have left the list of all tasks only because days have passed. */
  async function* left(asked: Asked, list: TodoList, since: SyncPoint, known: ReadonlySet<string>) {
    const [from, to] = [Number(since.mark), Number(list.mark)].map(leavesBefore)
    const hasLeft = ({ status, completedAt, updatedAt, _id }: Task) => {
      const at = completedAt ?? updatedAt
      return status === 'Completed' && at >= (from ?? '') && at < (to ?? '') && !known.has(_id)
    }
    for await (const some of taskBatches(tasks.pages(asked.user.id))) {
      const ids = some.filter(hasLeft).map(({ _id }) => _id)
      const names = ids.length ? await namesOf(asked.user.id, ids) : new Map<string, string>()
      for (const name of names.values()) yield absentResponse(todoPath(asked.user.id, list.id, name))
    }
  }

  async function* changes(asked: Asked, list: TodoList, since: SyncPoint, ids: string[]) {
    yield* answers.changed(asked, list, ids, (gone) => namesOf(asked.user.id, gone))
    if (since.mark !== list.mark) yield* left(asked, list, since, new Set(ids))
  }

  /**
   * The responses since a token, or about the whole list without one. Undefined if nothing has changed. Fails with the precondition
   * `valid-sync-token`, at which clients start anew: for a token of another history or of a list that was different then, and after too many changes.
   */
  return async (asked: Asked, list: TodoList, token: string, now: SyncPoint) => {
    if (!token) return answers.all(asked, list, taskBatches(tasks.pages(asked.user.id)))
    const since = readToken(token)
    if (!since || since.epoch !== now.epoch || since.seq > now.seq || since.revision > now.revision) throw startAnew()
    const isSameList = since.mark === now.mark
    const isSame = since.seq === now.seq && since.revision === now.revision
    if (isSame && isSameList) return undefined
    // Days pass for the list of all tasks; a view with another mark may have any tasks, and so may one that depends on all of them.
    const isDay = list.isDaily && /^\d+$/.test(since.mark)
    if (!list.isPlain || (!isSameList && !isDay)) throw startAnew()
    return changes(asked, list, since, await changedSince(asked.user.id, since))
  }
}

export type ListSync = ReturnType<typeof listSync>

/** A task that was deleted for good has left no name, so a client that has not heard that it was in the trash could keep it. */
function refuseForgotten(events: { task_id: string; kind: string }[]) {
  const trashed = new Set(events.flatMap(({ task_id, kind }) => (kind === 'trashed' ? task_id : [])))
  if (events.some(({ task_id, kind }) => kind === 'purged' && trashed.has(task_id))) throw startAnew()
}

const startAnew = () =>
  new DavProblem(
    403,
    'This sync token is too old or does not belong to this list. Synchronise anew.',
    'valid-sync-token',
  )
