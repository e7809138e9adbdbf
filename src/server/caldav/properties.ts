import { allTasks, homePath, listPath, principalPath } from './addresses.ts'
import type { TodoList } from './lists.ts'
import type { PropertyName, Wanted } from './requests.ts'
import { type Todo, tagOf } from './todos.ts'
import { todoLimits } from './vtodo/content.ts'
import { namespaces } from './xml/namespaces.ts'
import { emptyElement, xmlText } from './xml/write-xml.ts'

/** The user of a request. */
export interface DavUser {
  id: string
  username: string
  email: string
  mayWrite: boolean
}

/** Something that has properties. */
export type Subject =
  | { kind: 'root' | 'principal' | 'home' }
  | { kind: 'list'; list: TodoList; token: string }
  | { kind: 'todo'; todo: Todo; text?: string }

type Property = (subject: Subject, user: DavUser) => string | undefined

/** The largest to-do that is accepted, in bytes. */
export const maxTodoBytes = todoLimits.bytes

const href = (path: string) => `<D:href>${xmlText(path)}</D:href>`
const privilege = (name: string) => `<D:privilege><D:${name}/></D:privilege>`
const reading = ['read', 'read-current-user-privilege-set']
const writing = ['write', 'write-content', 'bind', 'unbind']
const reports = ['C:calendar-query', 'C:calendar-multiget', 'D:sync-collection']
  .map((name) => `<D:supported-report><D:report><${name}/></D:report></D:supported-report>`)
  .join('')
const todoType = 'text/calendar; charset=utf-8; component=vtodo'

const ofList =
  (value: (list: Extract<Subject, { kind: 'list' }>, user: DavUser) => string): Property =>
  (subject, user) =>
    subject.kind === 'list' ? value(subject, user) : undefined
const ofTodo =
  (value: (todo: Extract<Subject, { kind: 'todo' }>) => string | undefined): Property =>
  (subject) =>
    subject.kind === 'todo' ? value(subject) : undefined

/** The properties by prefix and name. None can be set. */
const properties: Record<string, Property> = {
  'D:resourcetype': ({ kind }) => {
    if (kind === 'todo') return ''
    return `<D:collection/>${kind === 'list' ? '<C:calendar/>' : kind === 'principal' ? '<D:principal/>' : ''}`
  },
  'D:displayname': (subject, { username }) => {
    if (subject.kind === 'list') return xmlText(subject.list.name)
    return subject.kind === 'principal' ? xmlText(username) : undefined
  },
  'D:current-user-principal': (_, { id }) => href(principalPath(id)),
  'D:principal-URL': (_, { id }) => href(principalPath(id)),
  'D:owner': (_, { id }) => href(principalPath(id)),
  'D:principal-collection-set': () => href('/dav/principals/'),
  'D:current-user-privilege-set': ({ kind }, { mayWrite }) =>
    [...reading, ...(mayWrite && (kind === 'list' || kind === 'todo') ? writing : [])].map(privilege).join(''),
  'D:supported-report-set': ofList(() => reports),
  'D:sync-token': ofList(({ token }) => xmlText(token)),
  'D:getetag': ofTodo(({ todo }) => xmlText(tagOf(todo))),
  'D:getcontenttype': ofTodo(() => todoType),
  'D:creationdate': ofTodo(({ todo: { task } }) => xmlText(task.createdAt)),
  'D:getlastmodified': ofTodo(({ todo: { task } }) => new Date(task.updatedAt).toUTCString()),
  'C:calendar-home-set': (_, { id }) => href(homePath(id)),
  'C:calendar-user-address-set': ({ kind }, { email, id }) =>
    kind === 'principal' ? `${href(`mailto:${email}`)}${href(principalPath(id))}` : undefined,
  'C:calendar-user-type': ({ kind }) => (kind === 'principal' ? 'INDIVIDUAL' : undefined),
  'C:schedule-default-tasks-URL': ({ kind }, { id }) =>
    kind === 'principal' ? href(listPath(id, allTasks)) : undefined,
  'C:supported-calendar-component-set': ofList(() => '<C:comp name="VTODO"/>'),
  'C:supported-calendar-data': ofList(() => '<C:calendar-data content-type="text/calendar" version="2.0"/>'),
  'C:max-resource-size': ofList(() => `${maxTodoBytes}`),
  'C:calendar-data': ofTodo(({ text }) => (text === undefined ? undefined : xmlText(text))),
  'CS:getctag': ofList(({ token }) => xmlText(token)),
  'A:calendar-color': ofList(() => '#3B6FD4FF'),
}

const byName = new Map(
  Object.entries(properties).map(([name, property]) => {
    const [prefix, local = ''] = name.split(':')
    return [`${namespaces[prefix as keyof typeof namespaces]} ${local}`, { name, property }]
  }),
)

/** Those that are expensive or rarely wanted are only sent if they are named (RFC 4791, 5.1). */
const onlyNamed = new Set(['C:calendar-data', 'C:supported-calendar-data', 'D:supported-report-set'])

export const wantsText = (wanted: Wanted): boolean =>
  wanted.kind === 'some' &&
  wanted.names.some(({ namespace, name }) => name === 'calendar-data' && namespace === namespaces.C)

/** The response about one resource within a multistatus. `isBrief`: properties that it does not have are left out. */
export function responseOf(path: string, subject: Subject, user: DavUser, wanted: Wanted, isBrief: boolean): string {
  const [found, missing] =
    wanted.kind === 'some' ? named(subject, user, wanted.names) : [allOf(subject, user, wanted), '']
  const absent = missing && !isBrief ? propstat(missing, '404 Not Found') : ''
  const present = found || !absent ? propstat(found, '200 OK') : ''
  return `<D:response>${href(path)}${present}${absent}</D:response>\n`
}

function named(subject: Subject, user: DavUser, names: PropertyName[]): [found: string, missing: string] {
  let [found, missing] = ['', '']
  for (const wanted of names) {
    const known = byName.get(`${wanted.namespace} ${wanted.name}`)
    const value = known?.property(subject, user)
    if (known && value !== undefined) found += `<${known.name}>${value}</${known.name}>`
    else missing += emptyElement(wanted)
  }
  return [found, missing]
}

function allOf(subject: Subject, user: DavUser, { kind }: Wanted): string {
  let found = ''
  for (const [name, property] of Object.entries(properties)) {
    const value = onlyNamed.has(name) ? undefined : property(subject, user)
    if (value !== undefined) found += kind === 'names' ? `<${name}/>` : `<${name}>${value}</${name}>`
  }
  return found
}

const propstat = (content: string, status: string) =>
  `<D:propstat><D:prop>${content}</D:prop><D:status>HTTP/1.1 ${status}</D:status></D:propstat>`

/** The response about a resource that is not there, or no longer. */
export const absentResponse = (path: string): string =>
  `<D:response>${href(path)}<D:status>HTTP/1.1 404 Not Found</D:status></D:response>\n`

/** The response about a list of which an answer contains only a part (RFC 6578, 3.6). */
export const truncatedResponse = (path: string): string =>
  `<D:response>${href(path)}<D:status>HTTP/1.1 507 Insufficient Storage</D:status><D:error><D:number-of-matches-within-limits/></D:error></D:response>\n`

/** The response to a PROPPATCH, which may change nothing. */
export const refusedResponse = (path: string, names: PropertyName[]): string =>
  `<D:response>${href(path)}${propstat(names.map(emptyElement).join(''), '403 Forbidden')}</D:response>\n`
