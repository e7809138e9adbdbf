import type { DavProblem } from '../dav-problem.ts'
import { namespaces } from './namespaces.ts'

/** Everything that XML cannot contain, not even as a reference: control characters, unpaired surrogates and two that are no characters. */
const impossible = /[\p{Cs}\ufffe\uffff]|(?![\t\n\r])\p{Cc}/gu
const special = /[&<>"'\r]/g

/** Text as XML contains it. */
export const xmlText = (text: string): string =>
  text.replace(impossible, '\ufffd').replace(special, (sign) => `&#${sign.charCodeAt(0)};`)

const declared = Object.entries(namespaces)
  .map(([prefix, namespace]) => ` xmlns:${prefix}="${namespace}"`)
  .join('')

export const xmlHead = '<?xml version="1.0" encoding="utf-8"?>\n'

/** The start tag of the root of a response. */
export const rootTag = (name: string): string => `${xmlHead}<${name}${declared}>`

/** An element without content whose name a client has sent. */
export function emptyElement({ namespace, name }: { namespace: string; name: string }): string {
  const [prefix] = Object.entries(namespaces).find(([, known]) => known === namespace) ?? []
  if (prefix) return `<${prefix}:${name}/>`
  return namespace ? `<x:${name} xmlns:x="${xmlText(namespace)}"/>` : `<${name} xmlns=""/>`
}

/** The body of a refusal. */
export function problemXml({ message, element }: DavProblem): string {
  const condition = element ? `<${element}/>` : ''
  return `${rootTag('D:error')}${condition}<D:responsedescription>${xmlText(message)}</D:responsedescription></D:error>\n`
}
