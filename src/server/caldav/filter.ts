import { DavProblem } from './dav-problem.ts'
import { type Content, contentOf, isWithin, type Line, overlaps, periodOf } from './filtered-todo.ts'
import { caldav } from './xml/namespaces.ts'
import type { Element } from './xml/read-xml.ts'

type Condition = (todo: Content) => boolean

/** A filter of more conditions would take too long on many tasks. */
const maxConditions = 40

export interface TodoFilter {
  /** Whether every to-do fits, so that no text is needed. */
  isAll: boolean
  fits: (text: string) => boolean
}

const all: TodoFilter = { isAll: true, fits: () => true }
const none: TodoFilter = { isAll: false, fits: () => false }

/** Reads the filter of a calendar-query (RFC 4791, 9.7). Fails with the precondition `supported-filter`. */
export function readFilter(filter: Element | undefined): TodoFilter {
  const calendar = filter && inside(filter, 'comp-filter')[0]
  if (!calendar) return all
  if (calendar.attributes.name?.toUpperCase() !== 'VCALENDAR' || has(calendar, 'is-not-defined')) return none
  const counter = { left: maxConditions }
  const conditions: Condition[] = []
  for (const part of inside(calendar, 'comp-filter')) {
    const isTodo = part.attributes.name?.toUpperCase() === 'VTODO'
    if (isTodo === has(part, 'is-not-defined')) return none
    if (isTodo) conditions.push(...conditionsOf(part, counter))
  }
  if (inside(calendar, 'prop-filter').length) throw unsupported('Properties of the calendar cannot be filtered.')
  if (!conditions.length) return all
  return {
    isAll: false,
    fits(text) {
      const content = contentOf(text)
      return conditions.every((fits) => fits(content))
    },
  }
}

function conditionsOf(component: Element, counter: { left: number }): Condition[] {
  return component.children.map((part): Condition => {
    if (counter.left-- <= 0) throw unsupported(`A filter has at most ${maxConditions} conditions.`)
    if (part.namespace !== caldav) throw unsupported('The filter contains an element that is not known.')
    if (part.name === 'time-range') {
      const period = periodOf(part.attributes)
      return (todo) => overlaps(todo, period)
    }
    if (part.name === 'prop-filter') return propertyCondition(part, counter)
    if (part.name === 'comp-filter') return componentCondition(part)
    throw unsupported(`The filter ${part.name} is not supported.`)
  })
}

/** Only whether a to-do has alarms. */
function componentCondition(part: Element): Condition {
  const wanted = part.attributes.name?.toUpperCase() ?? ''
  const isWanted = !has(part, 'is-not-defined')
  if (part.children.length > (isWanted ? 0 : 1)) throw unsupported('The contents of alarms cannot be filtered.')
  return ({ components }) => components.has(wanted) === isWanted
}

function propertyCondition(part: Element, counter: { left: number }): Condition {
  const name = part.attributes.name?.toUpperCase() ?? ''
  if (has(part, 'is-not-defined')) return ({ lines }) => !lines.some((line) => line.name === name)
  const tests = part.children.map((test): ((line: Line) => boolean) => {
    if (counter.left-- <= 0) throw unsupported(`A filter has at most ${maxConditions} conditions.`)
    if (test.name === 'text-match') return textMatch(test)
    if (test.name === 'time-range') {
      const period = periodOf(test.attributes)
      return ({ value }) => isWithin(value, period)
    }
    throw unsupported(`The filter ${test.name} is not supported.`)
  })
  return ({ lines }) => lines.some((line) => line.name === name && tests.every((fits) => fits(line)))
}

function textMatch({ attributes, text }: Element): (line: Line) => boolean {
  const { collation = 'i;ascii-casemap', 'negate-condition': negated = 'no' } = attributes
  if (!['i;ascii-casemap', 'i;unicode-casemap', 'i;octet', 'default'].includes(collation))
    throw unsupported('The collation is not supported.')
  const fold = (value: string) => (collation === 'i;octet' ? value : value.toLowerCase())
  const wanted = fold(text)
  return ({ value }) => fold(value).includes(wanted) !== (negated === 'yes')
}

const inside = ({ children }: Element, name: string) =>
  children.filter((one) => one.namespace === caldav && one.name === name)
const has = (element: Element, name: string) => inside(element, name).length > 0
const unsupported = (message: string) => new DavProblem(403, message, 'supported-filter')
