import { AppError } from '../../contract/errors.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { LongAnswer, LongAnswers } from '../answers/long-answers.ts'
import type { Caller } from '../callers/caller.ts'
import { accessProblem } from '../calls/access.ts'
import type { Database } from '../database/database.ts'
import { taskBatches } from '../tasks/chosen-by-view.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import { lanes } from '../work/lanes.ts'
import { type Place, placeReader } from './addresses.ts'
import { type Asked, emptyMultistatus, multistatus, placeResponses, type TodoAnswers, todoResponse } from './answers.ts'
import { DavProblem } from './dav-problem.ts'
import type { TodoList, TodoLists } from './lists.ts'
import { type Conditions, isKnown } from './preconditions.ts'
import { maxTodoBytes, refusedResponse } from './properties.ts'
import { readDepth, readPropfind, readProppatch, reportReader, type Wanted } from './requests.ts'
import type { ListSync } from './sync.ts'
import { type SyncPoint, tokenOf } from './sync-token.ts'
import { lastRevision } from './todo-table.ts'
import { type Todo, type TodoReads, tagOf } from './todos.ts'
import { absentTodo, type FieldChecks, type TodoWrites } from './writing.ts'

interface Dependencies {
  database: Database
  longAnswer: LongAnswers
  tasks: Pick<TaskRules, 'pages'>
  profileOf: (owner: string) => Promise<{ username: string; email: string; preferences: Preferences }>
  lists: TodoLists
  todos: TodoReads
  answers: TodoAnswers
  sync: ListSync
  writes: TodoWrites
}

/** A request of a client that has signed in. */
export interface DavRequest extends Conditions {
  caller: Caller
  method: string
  url: string
  depth: unknown
  isBrief: boolean
  body: string
  /** The address of the web app. */
  app: string
  checks: FieldChecks
}

export interface DavAnswer {
  status: number
  headers?: Record<string, string>
  type?: 'xml' | 'calendar'
  body?: string | LongAnswer
}

/** Reading a larger body delays other requests noticeably. */
const maxShortBody = 32 * 1024
export const davMethods = ['OPTIONS', 'GET', 'HEAD', 'PUT', 'DELETE', 'PROPFIND', 'PROPPATCH', 'REPORT'] as const
export const allowHeader = davMethods.join(', ')

/** Answers CalDAV clients: WebDAV (RFC 4918), CalDAV for tasks (RFC 4791), and synchronisation (RFC 6578). */
export function caldavRules(dependencies: Dependencies) {
  const { database, longAnswer, tasks, profileOf, lists, todos, answers, sync, writes } = dependencies
  const revisionOf = lastRevision(database)
  const readReport = reportReader()
  const readPlace = placeReader()
  const large = lanes({ maxRunning: 1, maxWaiting: 20, restsAsLong: true })

  const read = <T>({ caller, body }: DavRequest, parse: (body: string) => T): T | Promise<T> =>
    body.length <= maxShortBody ? parse(body) : large.run(caller.owner, async () => parse(body))

  /** The list with an id, and the point that its token is for. Fails with `not_found`. */
  async function listAt({ owner }: Caller, id: string): Promise<TodoList> {
    const list = await lists.find(owner, id)
    if (!list) throw new AppError('not_found', 'There is no list at this address, or its owner no longer offers it.')
    return list
  }

  /** The moment of the request: later changes are told with the next one. */
  async function momentOf({ owner, epoch, seq }: Caller): Promise<Omit<SyncPoint, 'mark'>> {
    const [row] = await revisionOf(owner)
    return { epoch, seq, revision: Number(row?.revision ?? 0) }
  }

  async function askedBy({ caller, isBrief, app }: DavRequest, wanted: Wanted): Promise<Asked> {
    const { username, email } = await profileOf(caller.owner)
    const user = { id: caller.owner, username, email, mayWrite: caller.scopes.has('write') }
    return { user, wanted, isBrief, app }
  }

  const allTasksOf = ({ owner }: Caller) => taskBatches(tasks.pages(owner))

  /** Fails with `not_found` if the list has no such to-do. */
  async function todoAt({ owner }: Caller, list: TodoList, name: string): Promise<Todo> {
    const id = (await todos.named(owner, [name])).get(name)
    const choose = await list.choose()
    if (id !== undefined) {
      for await (const some of todos.tasksOf(owner, [id])) {
        const [todo] = await todos.of(owner, choose(some))
        if (todo) return todo
      }
    }
    throw absentTodo()
  }

  const sendMany = async (
    { caller }: DavRequest,
    responses: AsyncIterable<string>,
    token?: () => string,
  ): Promise<DavAnswer> => ({
    ...{ status: 207, type: 'xml' },
    body: await longAnswer(caller.owner, multistatus(responses, token)),
  })

  async function propfind(request: DavRequest, place: Place): Promise<DavAnswer> {
    const { caller } = request
    const depth = readDepth(request.depth)
    const wanted = await read(request, readPropfind)
    const moment = await momentOf(caller)
    const tokenAt = ({ mark }: TodoList) => tokenOf({ ...moment, mark })
    const asked = await askedBy(request, wanted)
    if (place.kind === 'todo') {
      const list = await listAt(caller, place.list)
      const todo = await todoAt(caller, list, place.name)
      return sendMany(request, inPieces([todoResponse(asked, list, todo)]))
    }
    const list = place.kind === 'list' ? await listAt(caller, place.list) : undefined
    const inside = place.kind === 'home' && depth ? await lists.all(caller.owner) : []
    const own = placeResponses(asked, list ?? (place.kind as 'root' | 'principal' | 'home'), inside, tokenAt)
    if (!list || !depth) return sendMany(request, inPieces(own))
    return sendMany(request, joined(inPieces(own), answers.all(asked, list, allTasksOf(caller))))
  }

  async function report(request: DavRequest, place: Place): Promise<DavAnswer> {
    const { caller } = request
    const asks = await read(request, readReport)
    if (place.kind !== 'list') throw new DavProblem(403, 'Reports are about lists of tasks.', 'supported-report')
    const list = await listAt(caller, place.list)
    if (asks.kind === 'sync') {
      const now = { ...(await momentOf(caller)), mark: list.mark }
      const token = tokenOf(now)
      if (asks.token === token) return { status: 207, type: 'xml', body: emptyMultistatus(token) }
      const asked = await askedBy(request, asks.wanted)
      const synced = await sync(asked, list, asks.token, now, asks.limit)
      return sendMany(request, synced.responses, synced.token)
    }
    const asked = await askedBy(request, asks.wanted)
    if (asks.kind === 'multiget') return sendMany(request, answers.named(asked, list, asks.addresses))
    return sendMany(request, answers.query(asked, list, allTasksOf(caller), asks.filter))
  }

  async function get(request: DavRequest, place: Place): Promise<DavAnswer> {
    if (place.kind !== 'todo') throw notAllowed('GET')
    const { caller, app } = request
    const todo = await todoAt(caller, await listAt(caller, place.list), place.name)
    const headers = { etag: tagOf(todo) }
    if (isKnown(request, headers.etag)) return { status: 304, headers }
    const write = await todos.writer(caller.owner, app, [todo])
    return { status: 200, type: 'calendar', headers, body: await write(todo) }
  }

  async function put(request: DavRequest, place: Place): Promise<DavAnswer> {
    if (place.kind !== 'todo') throw new DavProblem(405, 'Only to-dos can be written.')
    const { caller, body, app, checks } = request
    if (Buffer.byteLength(body) > maxTodoBytes)
      throw new DavProblem(413, `A to-do has at most ${maxTodoBytes} bytes.`, 'max-resource-size')
    const target = { caller, app, name: place.name, list: await listAt(caller, place.list) }
    // Without an ETag, because the to-do is stored as a task and not as it was sent (RFC 4791, 5.3.4).
    return { status: (await writes.put(target, request, body, checks)).isNew ? 201 : 204 }
  }

  async function remove(request: DavRequest, place: Place): Promise<DavAnswer> {
    if (place.kind !== 'todo')
      throw new DavProblem(
        403,
        'Lists cannot be deleted here. Stop offering the saved view in the settings of Taskdeck.',
      )
    const { caller, app } = request
    await writes.remove({ caller, app, name: place.name, list: await listAt(caller, place.list) }, request)
    return { status: 204 }
  }

  /** Answers with 207 whatever the client wants to set, because some clients give up an account at other answers. */
  async function proppatch(request: DavRequest): Promise<DavAnswer> {
    const names = await read(request, readProppatch)
    return sendMany(request, inPieces([refusedResponse(request.url.split('?', 1)[0] ?? '', names)]))
  }

  const methods: Record<string, (request: DavRequest, place: Place) => Promise<DavAnswer>> = {
    PROPFIND: propfind,
    PROPPATCH: proppatch,
    REPORT: report,
    GET: get,
    HEAD: get,
    PUT: put,
    DELETE: remove,
    MKCALENDAR: refuseNewList,
    MKCOL: refuseNewList,
  }
  const writing = new Set(['PUT', 'DELETE'])
  const making = new Set(['PUT', 'MKCOL', 'MKCALENDAR'])

  return {
    /** Answers a request. Fails with an AppError, or with a DavProblem whose precondition clients understand. */
    async answer(request: DavRequest): Promise<DavAnswer> {
      const { caller, method, url } = request
      const problem = accessProblem(caller, writing.has(method) ? 'write' : 'read')
      if (problem) throw problem
      const place = readPlace(url)
      if (!place && making.has(method)) throw new DavProblem(409, 'There is no list around this address.')
      if (!place || ('user' in place && place.user !== caller.owner))
        throw new AppError('not_found', 'There is nothing at this address.')
      const run = methods[method]
      if (!run) throw notAllowed(method)
      return run(request, place)
    },
  }
}

export type CaldavRules = ReturnType<typeof caldavRules>

async function refuseNewList(): Promise<never> {
  throw new DavProblem(
    403,
    'Lists are not created here. Save a view in Taskdeck, and offer it under Settings > Agents and access.',
  )
}

const notAllowed = (method: string) => new DavProblem(405, `${method} is not possible at this address.`)

async function* inPieces(pieces: Iterable<string>): AsyncGenerator<string> {
  yield* pieces
}

async function* joined(...all: AsyncIterable<string>[]): AsyncGenerator<string> {
  for (const one of all) yield* one
}
