import { malformed } from '../dav-problem.ts'

/** An element of a request, without its attributes' prefixes: no client needs any other namespace for them. */
export interface Element {
  namespace: string
  name: string
  attributes: Readonly<Record<string, string>>
  children: Element[]
  /** The text directly within the element. */
  text: string
}

/** The limits of a request: one that names 10,000 tasks fits. */
export const xmlLimits = {
  ...{ characters: 2 * 1024 * 1024, elements: 25_000, depth: 16, attributes: 16, name: 100 },
  /** A response repeats the namespace of each property that it does not know, for every resource. */
  namespace: 200,
}

/** A name as the requests of WebDAV have it. */
const nameAt = /[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?/y
const spaceAt = /[ \t\r\n]*/y
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));|&/gi

interface Open {
  element: Element
  /** The name as it is written, which the end tag repeats. */
  tag: string
  /** The namespaces by their prefixes. */
  prefixes: Readonly<Record<string, string>>
  texts: string[]
}

/**
 * Reads the XML of a request in one pass. Refuses document types and entities of its own, so that nothing is expanded or loaded, and everything
 * beyond the limits. Fails with a `DavProblem` of the status 400.
 */
export function readXml(xml: string): Element {
  if (xml.length > xmlLimits.characters) throw malformed('The XML is too long.')
  const stack: Open[] = []
  let root: Element | undefined
  let elements = 0
  let at = xml.startsWith('\ufeff') ? 1 : 0

  const skipSpace = () => {
    spaceAt.lastIndex = at
    spaceAt.exec(xml)
    at = spaceAt.lastIndex
  }
  const readName = (): string => {
    nameAt.lastIndex = at
    const [name] = nameAt.exec(xml) ?? []
    if (name === undefined || name.length > xmlLimits.name)
      throw malformed('The XML contains a name that is not allowed.')
    at = nameAt.lastIndex
    return name
  }
  /** Moves behind the next occurrence of a text, and returns what is before it. */
  const readUntil = (end: string): string => {
    const found = xml.indexOf(end, at)
    if (found < 0) throw malformed('The XML ends too early.')
    const text = xml.slice(at, found)
    at = found + end.length
    return text
  }

  function readAttributes(): [string, string][] {
    const found: [string, string][] = []
    for (;;) {
      const begun = at
      skipSpace()
      const next = xml[at]
      if (next === '>' || next === '/') return found
      if (at === begun || found.length >= xmlLimits.attributes)
        throw malformed('The XML contains a tag that is not valid.')
      const name = readName()
      skipSpace()
      if (xml[at++] !== '=') throw malformed('The XML contains an attribute without a value.')
      skipSpace()
      const quote = xml[at++]
      if (quote !== '"' && quote !== "'") throw malformed('The XML contains an attribute without quotes.')
      const value = readUntil(quote)
      if (value.includes('<') || found.some(([known]) => known === name))
        throw malformed('The XML contains an attribute that is not valid.')
      found.push([name, plainText(value)])
    }
  }

  function open() {
    if (++elements > xmlLimits.elements) throw malformed(`The XML has more than ${xmlLimits.elements} elements.`)
    if (stack.length >= xmlLimits.depth) throw malformed(`The XML is nested more than ${xmlLimits.depth} times.`)
    const tag = readName()
    const attributes = readAttributes()
    const parent = stack.at(-1)
    if (root && !parent) throw malformed('The XML has more than one root.')
    const isEmpty = xml[at] === '/'
    at += isEmpty ? 2 : 1
    if (xml[at - 1] !== '>') throw malformed('The XML contains a tag that is not valid.')
    const prefixes = prefixesIn(attributes, parent?.prefixes ?? known)
    const element: Element = {
      ...qualified(tag, prefixes),
      attributes: Object.fromEntries(attributes.filter(([name]) => !name.startsWith('xmlns'))),
      children: [],
      text: '',
    }
    if (parent) parent.element.children.push(element)
    else root = element
    if (!isEmpty) stack.push({ element, tag, prefixes, texts: [] })
  }

  function close() {
    const ended = stack.pop()
    if (ended?.tag !== readName()) throw malformed('The XML has tags that do not match.')
    skipSpace()
    if (xml[at++] !== '>') throw malformed('The XML contains a tag that is not valid.')
    ended.element.text = ended.texts.join('')
  }

  function addText(text: string) {
    const inside = stack.at(-1)
    if (inside) inside.texts.push(text)
    else if (/[^ \t\r\n]/.test(text)) throw malformed('The XML has text outside its root.')
  }

  while (at < xml.length) {
    const next = xml.indexOf('<', at)
    addText(plainText(xml.slice(at, next < 0 ? xml.length : next)))
    if (next < 0) break
    at = next + 1
    const sign = xml[at]
    if (sign === '/') {
      at++
      close()
    } else if (sign === '?') readUntil('?>')
    else if (xml.startsWith('!--', at)) {
      at += 3
      readUntil('-->')
    } else if (xml.startsWith('![CDATA[', at) && stack.length) {
      at += 8
      addText(readUntil(']]>'))
    } else if (sign === '!') throw malformed('Document types and entities are not allowed in the XML of a request.')
    else open()
  }
  if (!root || stack.length) throw malformed('The XML ends too early.')
  return root
}

const known: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  xml: 'http://www.w3.org/XML/1998/namespace',
})

function prefixesIn(attributes: [string, string][], outer: Readonly<Record<string, string>>) {
  const declared = attributes.filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
  if (!declared.length) return outer
  // Not a copy, which would take long where many elements declare one more.
  const inner: Record<string, string> = Object.create(outer)
  for (const [name, value] of declared) {
    if (name !== 'xmlns' && !value) throw malformed('The XML declares a prefix without a namespace.')
    if (value.length > xmlLimits.namespace)
      throw malformed(`The XML has a namespace of more than ${xmlLimits.namespace} characters.`)
    inner[name.slice('xmlns:'.length)] = value
  }
  return inner
}

function qualified(tag: string, prefixes: Readonly<Record<string, string>>) {
  const [prefix = '', local] = tag.includes(':') ? tag.split(':') : ['', tag]
  const namespace = prefixes[prefix]
  if (namespace === undefined && prefix) throw malformed('The XML uses a prefix that it does not declare.')
  return { namespace: namespace ?? '', name: local ?? tag }
}

/** Text with its references replaced. Only the five entities that XML itself has are allowed. */
function plainText(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(reference, (_found, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined && entities[name] !== undefined) return entities[name]
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16)
    if (!isCharacter(code)) throw malformed('The XML contains an entity or a character that is not allowed.')
    return String.fromCodePoint(code)
  })
}

const isCharacter = (code: number) =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 32 && code < 0xd800) ||
  (code > 0xdfff && code <= 0x10ffff && (code & 0xfffe) !== 0xfffe)
