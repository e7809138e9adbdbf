import type { Task } from '../../contract/schemas/tasks.ts'
import { pauses } from '../work/slices.ts'
import { homePath, listPath, placeAt, principalPath, todoPath } from './addresses.ts'
import { readFilter, type TodoFilter } from './filter.ts'
import type { TodoList } from './lists.ts'
import { absentResponse, type DavUser, responseOf, type Subject, wantsText } from './properties.ts'
import type { Wanted } from './requests.ts'
import type { Todo, TodoReads } from './todos.ts'
import type { Element } from './xml/read-xml.ts'
import { rootTag, xmlText } from './xml/write-xml.ts'

/** Everything that a response depends on besides its subjects. */
export interface Asked {
  user: DavUser
  wanted: Wanted
  isBrief: boolean
  /** The address of the web app. */
  app: string
}

type Pages = AsyncIterable<Task[]>

const maxSliceMs = 5
/** Addresses of a multiget that are answered at once. */
const addressesAtOnce = 100

/** The responses about to-dos, as pieces of XML. Neither all tasks nor the whole response are ever in memory. */
export function todoAnswers(todos: Pick<TodoReads, 'of' | 'named' | 'tasksOf' | 'writer'>) {
  /** A response for each of these tasks, which belong to a list. */
  async function* responses(asked: Asked, list: TodoList, some: Task[], filter?: TodoFilter): AsyncGenerator<string> {
    if (!some.length) return
    const { user, wanted, isBrief, app } = asked
    const found = await todos.of(user.id, some)
    const needsText = wantsText(wanted) || filter?.isAll === false
    const write = needsText ? await todos.writer(user.id, app, found) : undefined
    const pause = pauses(maxSliceMs)
    for (const todo of found) {
      const text = await write?.(todo)
      const subject: Subject = { kind: 'todo', todo, ...(text === undefined ? {} : { text }) }
      if (!filter || text === undefined || filter.fits(text))
        yield responseOf(todoPath(user.id, list.id, todo.name), subject, user, wanted, isBrief)
      await pause()
    }
  }

  async function* ofPages(asked: Asked, list: TodoList, pages: Pages, filter?: TodoFilter) {
    const choose = await list.choose()
    for await (const some of pages) yield* responses(asked, list, choose(some), filter)
  }

  async function* named(asked: Asked, list: TodoList, addresses: string[]): AsyncGenerator<string> {
    const choose = await list.choose()
    for (let first = 0; first < addresses.length; first += addressesAtOnce) {
      const some = addresses.slice(first, first + addressesAtOnce)
      const names = new Map(some.map((address) => [address, nameIn(address, asked.user.id, list)]))
      const wanted = [...names.values()].flatMap((name) => name ?? [])
      const ids = await todos.named(asked.user.id, wanted)
      const answered = new Set<string>()
      for await (const tasks of todos.tasksOf(asked.user.id, [...new Set(ids.values())])) {
        const members = choose(tasks)
        for (const { _id } of members) answered.add(_id)
        yield* responses(asked, list, members)
      }
      for (const [address, name] of names)
        if (name === undefined || !answered.has(ids.get(name) ?? '')) yield absentResponse(address)
    }
  }

  return {
    /** All to-dos of a list. */
    all: (asked: Asked, list: TodoList, pages: Pages) => ofPages(asked, list, pages),
    /** The to-dos of a list that fit the filter of a calendar-query. Fails at once if the filter is not supported. */
    query(asked: Asked, list: TodoList, pages: Pages, filter: Element | undefined) {
      const read = readFilter(filter)
      return ofPages(asked, list, pages, read)
    },
    /** These tasks, which belong to the list. */
    members: (asked: Asked, list: TodoList, some: Task[]) => responses(asked, list, some),
    /** The to-dos at these addresses. */
    named,
    /** Of these tasks, those that belong to a list, and for all others that they do not. */
    async *changed(
      asked: Asked,
      list: TodoList,
      ids: string[],
      namesOf: (ids: string[]) => Promise<Map<string, string>>,
    ) {
      const choose = await list.choose()
      for (let first = 0; first < ids.length; first += addressesAtOnce) {
        const some = ids.slice(first, first + addressesAtOnce)
        const present = new Set<string>()
        for await (const tasks of todos.tasksOf(asked.user.id, some)) {
          const members = choose(tasks)
          for (const { _id } of members) present.add(_id)
          yield* responses(asked, list, members)
        }
        const gone = some.filter((id) => !present.has(id))
        const names = await namesOf(gone)
        for (const id of gone) yield absentResponse(todoPath(asked.user.id, list.id, names.get(id) ?? ''))
      }
    },
  }
}

export type TodoAnswers = ReturnType<typeof todoAnswers>

/** The name of a resource in a list; undefined if the address names something else. */
function nameIn(address: string, user: string, list: TodoList): string | undefined {
  const place = placeAt(address)
  return place?.kind === 'todo' && place.user === user && place.list === list.id ? place.name : undefined
}

const head = rootTag('D:multistatus')
const end = (token?: string) =>
  `${token === undefined ? '' : `<D:sync-token>${xmlText(token)}</D:sync-token>`}</D:multistatus>\n`

/** A whole multistatus. Its token is known when all responses are. */
export async function* multistatus(responses: AsyncIterable<string>, token?: () => string): AsyncGenerator<string> {
  yield head
  yield* responses
  yield end(token?.())
}

/** The answer if nothing has changed. */
export const emptyMultistatus = (token: string): string => head + end(token)

/** The responses about everything that is not a to-do. */
export function* placeResponses(
  asked: Omit<Asked, 'app'>,
  place: 'root' | 'principal' | 'home' | TodoList,
  inside: TodoList[],
  tokenOf: (list: TodoList) => string,
): Generator<string> {
  const { user, wanted, isBrief } = asked
  const paths = { root: '/dav/', principal: principalPath(user.id), home: homePath(user.id) }
  const ofList = (list: TodoList) =>
    responseOf(listPath(user.id, list.id), { kind: 'list', list, token: tokenOf(list) }, user, wanted, isBrief)
  yield typeof place === 'string' ? responseOf(paths[place], { kind: place }, user, wanted, isBrief) : ofList(place)
  for (const list of inside) yield ofList(list)
}

/** The response about one to-do. */
export const todoResponse = ({ user, wanted, isBrief }: Omit<Asked, 'app'>, list: TodoList, todo: Todo): string =>
  responseOf(todoPath(user.id, list.id, todo.name), { kind: 'todo', todo }, user, wanted, isBrief)
