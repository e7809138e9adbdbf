import { caldavLimits } from '../../contract/caldav.ts'

/** Where everything of CalDAV is: below this path. */
export const davRoot = '/dav/'

/** The list of all open tasks. The other lists are saved views, named by their ids. */
export const allTasks = 'tasks'

/** The thing that a path names. `user` is the id in it, which must be that of the caller. */
export type Place =
  | { kind: 'root' }
  | { kind: 'principal'; user: string }
  | { kind: 'home'; user: string }
  | { kind: 'list'; user: string; list: string }
  | { kind: 'todo'; user: string; list: string; name: string }

export const principalPath = (user: string) => `${davRoot}principals/${encodeURIComponent(user)}/`
export const homePath = (user: string) => `${davRoot}calendars/${encodeURIComponent(user)}/`
export const listPath = (user: string, list: string) => `${homePath(user)}${encodeURIComponent(list)}/`
export const todoPath = (user: string, list: string, name: string) => `${listPath(user, list)}${nameInPath(name)}`

/** Many clients write `@` and `:` as they are, and compare paths as texts. */
const nameInPath = (name: string) => encodeURIComponent(name).replace(/%40/g, '@').replace(/%3A/g, ':')

/** Reads a path or an address. Undefined if there can be nothing. Lists may be named without their last slash. */
export function placeAt(address: string): Place | undefined {
  const parts = partsOf(address)
  if (!parts) return undefined
  const [first, user, list, name, ...more] = parts
  if (first === undefined) return { kind: 'root' }
  if (more.length || !user) return undefined
  if (first === 'principals') return list === undefined ? { kind: 'principal', user } : undefined
  if (first !== 'calendars') return undefined
  if (list === undefined) return { kind: 'home', user }
  return name === undefined ? { kind: 'list', user, list } : { kind: 'todo', user, list, name }
}

/** Enough for the lists of the clients that ask at the moment. */
const remembered = { addresses: 500, length: 200 }

/** Returns `placeAt` for clients that ask for the same lists all the time: the last ones are not read again. */
export function placeReader(): (address: string) => Place | undefined {
  const lists = new Map<string, Place>()
  return (address) => {
    const known = lists.get(address)
    if (known) return known
    const place = placeAt(address)
    if (place?.kind === 'list' && address.length <= remembered.length) {
      if (lists.size >= remembered.addresses) lists.clear()
      lists.set(address, place)
    }
    return place
  }
}

/** The decoded parts of a path below `davRoot`, without empty ones. */
function partsOf(address: string): string[] | undefined {
  const path = pathOf(address)
  if (path !== davRoot.slice(0, -1) && !path?.startsWith(davRoot)) return undefined
  const parts = path
    .slice(davRoot.length)
    .split('/')
    .filter((part) => part !== '')
  try {
    const decoded = parts.map(decodeURIComponent)
    return decoded.every(isName) ? decoded : undefined
  } catch {
    return undefined
  }
}

/** Clients name resources by their paths or by whole addresses. */
function pathOf(address: string): string | undefined {
  if (address.startsWith('/')) return address.split(/[?#]/, 1)[0]
  return /^https?:/i.test(address) ? URL.parse(address)?.pathname : undefined
}

/** Names are stored and logged, so they have no control characters, and no part of a path in them. */
export const isName = (name: string) =>
  name.length <= caldavLimits.name && name !== '.' && name !== '..' && /^[^/\\\p{Cc}\p{Cs}]+$/u.test(name)
