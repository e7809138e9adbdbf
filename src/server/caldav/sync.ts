import type { Task } from '../../contract/schemas/tasks.ts'
import type { Database } from '../database/database.ts'
import type { HistoryRules } from '../history/history.ts'
import { taskBatches } from '../tasks/chosen-by-view.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import { listPath } from './addresses.ts'
import type { Asked, TodoAnswers } from './answers.ts'
import { DavProblem } from './dav-problem.ts'
import { dayOfMark, isSameButDay, leavesBefore, type TodoList } from './lists.ts'
import { truncatedResponse } from './properties.ts'
import { type Rest, readToken, type SyncPoint, tokenOf } from './sync-token.ts'
import { todoTable } from './todo-table.ts'
import { isOfCompleted, namedBy, unnamed } from './todos.ts'

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'subjectsAfter'>
  tasks: Pick<TaskRules, 'pages' | 'pagesOfIds'>
  answers: TodoAnswers
}

/** After more changes than this, of tasks or of what clients have chosen for them, a client lists everything anew, which costs less. */
const maxChanges = 5_000
const idsAtOnce = 500

/** Answers what has changed in a list since a token (RFC 6578). */
export function listSync({ database, history, tasks, answers }: Dependencies) {
  /** The tasks with events or other choices of clients since a point, and those that they are part of, whose progress they change. */
  async function changedSince(owner: string, { seq, revision }: Omit<SyncPoint, 'epoch'>): Promise<string[]> {
    const [events, chosen] = await Promise.all([
      history.subjectsAfter(owner, seq, maxChanges + 1),
      todoTable(database.db, owner).changedAfter(revision, maxChanges + 1),
    ])
    if (events.length > maxChanges || chosen.length > maxChanges) throw startAnew()
    refuseForgotten(events)
    const ids = new Set([...events, ...chosen].map(({ task_id }) => task_id))
    for (const id of await naming(owner, new Set(chosen.filter(isOfCompleted).map(({ task_id }) => task_id))))
      ids.add(id)
    for await (const page of tasks.pagesOfIds(owner, [...ids])) {
      for (const json of page) {
        const { partOf }: Task = JSON.parse(json)
        if (partOf) ids.add(partOf)
      }
    }
    return [...ids]
  }

  /** The tasks that name one of these, whose UIDs are others now. */
  async function naming(owner: string, renamed: Set<string>): Promise<string[]> {
    const ids: string[] = []
    if (!renamed.size) return ids
    const isNaming = (task: Task) => namedBy(task).some((id) => renamed.has(id))
    for await (const some of taskBatches(tasks.pages(owner))) ids.push(...some.filter(isNaming).map(({ _id }) => _id))
    return ids
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
  async function leftSince(owner: string, since: Omit<SyncPoint, 'epoch'>, list: TodoList): Promise<string[]> {
    if (since.mark === list.mark) return []
    const [from, to] = [since.mark, list.mark].map((mark) => leavesBefore(dayOfMark(mark)))
    const hasLeft = ({ status, completedAt, updatedAt }: Task) => {
      const at = completedAt ?? updatedAt
      return status === 'Completed' && at >= (from ?? '') && at < (to ?? '')
    }
    const ids: string[] = []
    for await (const some of taskBatches(tasks.pages(owner))) ids.push(...some.filter(hasLeft).map(({ _id }) => _id))
    return ids
  }

  /** The members of a list after a task, at most `limit`. Returns the last one if there are more. */
  async function* members(asked: Asked, list: TodoList, after: string | undefined, limit: number) {
    const choose = await list.choose()
    let [left, last] = [limit, after]
    for await (const some of taskBatches(tasks.pages(asked.user.id, after))) {
      const chosen = choose(some)
      const shown = chosen.slice(0, left)
      yield* answers.members(asked, list, shown)
      last = shown.at(-1)?._id ?? last
      left -= shown.length
      if (shown.length < chosen.length) return last
    }
    return undefined
  }

  /** The present state of these tasks and of those that have left the list, newest first, at most `limit`. Returns the last one if there are more. */
  async function* changes(asked: Asked, list: TodoList, { since, after }: Begun, changed: string[], limit: number) {
    const owner = asked.user.id
    const ids = since ? [...new Set([...changed, ...(await leftSince(owner, since, list))])] : []
    const rest = ids.filter((id) => after === undefined || id < after).sort((a, b) => (a < b ? 1 : -1))
    const shown = rest.slice(0, limit)
    yield* answers.changed(asked, list, shown, (gone) => namesOf(owner, gone))
    return rest.length > shown.length ? shown.at(-1) : undefined
  }

  /** Reads the token of a client. Fails if it does not belong to the list. */
  function begin(list: TodoList, token: string, now: SyncPoint): Begun {
    if (!token) return { to: now, since: undefined, after: undefined }
    const known = readToken(token)
    if (!known || known.epoch !== now.epoch || known.seq > now.seq || known.revision > now.revision) throw startAnew()
    const { rest, ...point } = known
    const begun = rest ? { to: point, ...rest } : { to: now, since: point, after: undefined }
    const { mark } = begun.since ?? point
    // Days pass for the list of all tasks; a view with another mark may have any tasks.
    if (mark !== list.mark && !(list.isDaily && isSameButDay(mark, list.mark))) throw startAnew()
    return begun
  }

  /**
   * The responses since a token, or about the whole list without one, at most `limit`, and the token for the next time: for the rest, if there is one.
   * Fails with the precondition `valid-sync-token`, at which clients start anew: for a token of another history or of a list that was different then, and
   * after too many changes.
   */
  return async (asked: Asked, list: TodoList, token: string, now: SyncPoint, limit = Number.POSITIVE_INFINITY) => {
    const begun = begin(list, token, now)
    const { to, since, after } = begun
    // One event may change all members of a view that depends on other tasks.
    if (since && !list.isPlain) throw startAnew()
    const found = since
      ? changes(asked, list, begun, await changedSince(asked.user.id, since), limit)
      : members(asked, list, after, limit)
    let rest: Rest | undefined
    async function* responses(): AsyncGenerator<string> {
      const last = yield* found
      if (last === undefined) return
      rest = { since, after: last }
      yield truncatedResponse(listPath(asked.user.id, list.id))
    }
    return { responses: responses(), token: () => tokenOf({ ...to, rest }) }
  }
}

/** The part of a list that a client asks for. */
interface Begun {
  /** The moment of the token that it gets in the end. */
  to: SyncPoint
  since: Rest['since']
  after: string | undefined
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
