import { DavProblem, malformed } from './dav-problem.ts'
import { caldav, dav } from './xml/namespaces.ts'
import { type Element, readXml } from './xml/read-xml.ts'

/** The name of a property. */
export type PropertyName = Pick<Element, 'namespace' | 'name'>

/** The properties that a request asks for. */
export type Wanted = { kind: 'all' } | { kind: 'names' } | { kind: 'some'; names: PropertyName[] }

export type Report =
  | { kind: 'query'; wanted: Wanted; filter: Element | undefined }
  | { kind: 'multiget'; wanted: Wanted; addresses: string[] }
  | { kind: 'sync'; wanted: Wanted; token: string; limit: number | undefined }

/** Apple's apps ask for about 70. A response repeats the names of those that are not known for every resource, so their length is limited, too. */
const maxProperties = 200
const maxNameCharacters = 12_000

const isIn = (element: Element, namespace: string, name: string) =>
  element.namespace === namespace && element.name === name

const child = ({ children }: Element, namespace: string, name: string) =>
  children.find((one) => isIn(one, namespace, name))

/** The properties of a PROPFIND. One without a body asks for all of them. */
export function readPropfind(body: string): Wanted {
  if (!body.trim()) return { kind: 'all' }
  const root = readXml(body)
  if (!isIn(root, dav, 'propfind')) throw malformed('A PROPFIND needs the element DAV:propfind.')
  const wanted = wantedIn(root)
  if (!wanted) throw malformed('A PROPFIND needs DAV:prop, DAV:allprop or DAV:propname.')
  return wanted
}

function wantedIn(root: Element): Wanted | undefined {
  const some = child(root, dav, 'prop')
  if (some) return { kind: 'some', names: namesIn(some) }
  if (child(root, dav, 'propname')) return { kind: 'names' }
  return child(root, dav, 'allprop') && { kind: 'all' }
}

/** Each name once. */
function namesIn({ children }: Element): PropertyName[] {
  const names = new Map(children.map(({ namespace, name }) => [`${namespace} ${name}`, { namespace, name }]))
  if (names.size > maxProperties) throw malformed(`A request asks for at most ${maxProperties} properties.`)
  if ([...names.keys()].join('').length > maxNameCharacters)
    throw malformed(`The names of the properties of a request have at most ${maxNameCharacters} characters.`)
  return [...names.values()]
}

/** The names of the properties that a PROPPATCH would set or remove. */
export function readProppatch(body: string): PropertyName[] {
  const root = readXml(body)
  if (!isIn(root, dav, 'propertyupdate')) throw malformed('A PROPPATCH needs the element DAV:propertyupdate.')
  const changed = root.children
    .filter((one) => isIn(one, dav, 'set') || isIn(one, dav, 'remove'))
    .flatMap((one) => one.children.filter((inner) => isIn(inner, dav, 'prop')))
    .flatMap(({ children }) => children)
  if (!changed.length) throw malformed('A PROPPATCH needs a property to set or to remove.')
  return namesIn({ namespace: '', name: '', attributes: {}, text: '', children: changed })
}

/** Reads a REPORT. Clients stop without a word at other answers to one that is not known, so it is refused with its precondition. */
export function readReport(body: string): Report {
  const root = readXml(body)
  const wanted = wantedIn(root) ?? { kind: 'some', names: [] }
  if (isIn(root, caldav, 'calendar-query')) return { kind: 'query', wanted, filter: child(root, caldav, 'filter') }
  if (isIn(root, caldav, 'calendar-multiget')) {
    const addresses = root.children.flatMap((one) => (isIn(one, dav, 'href') ? one.text.trim() : []))
    return { kind: 'multiget', wanted, addresses: [...new Set(addresses)] }
  }
  if (isIn(root, dav, 'sync-collection'))
    return { kind: 'sync', wanted, token: child(root, dav, 'sync-token')?.text.trim() ?? '', limit: limitIn(root) }
  throw new DavProblem(403, `The report ${root.name} is not supported.`, 'supported-report')
}

/** The largest number of results that a client takes (RFC 5323, 5.17). */
function limitIn(root: Element): number | undefined {
  const limit = child(root, dav, 'limit')
  if (!limit) return undefined
  const text = child(limit, dav, 'nresults')?.text.trim() ?? ''
  if (!/^\d{1,9}$/.test(text)) throw malformed('DAV:nresults must be a number.')
  if (Number(text) === 0)
    throw new DavProblem(403, 'No answer has less than one result.', 'number-of-matches-within-limits')
  return Number(text)
}

/** Enough for the clients that ask at the moment, each with the same short body until something changes. */
const remembered = { bodies: 200, length: 1_000 }

/** Returns `readReport` for clients that repeat their requests: the last short ones are not read again. */
export function reportReader(): (body: string) => Report {
  const known = new Map<string, Report>()
  return (body) => {
    const found = known.get(body)
    if (found) return found
    const report = readReport(body)
    if (body.length <= remembered.length) {
      if (known.size >= remembered.bodies) known.clear()
      known.set(body, report)
    }
    return report
  }
}

/** The depth of a PROPFIND. Without one, clients mean infinity, which is refused. */
export function readDepth(header: unknown): 0 | 1 {
  if (header === '0') return 0
  if (header === '1') return 1
  throw new DavProblem(403, 'Send the header Depth with 0 or 1.', 'propfind-finite-depth')
}
