import { caldavLimits } from '../../../contract/caldav.ts'
import type { TodoLimits } from './content.ts'
import { type Component, componentsIn, propertyOf, textOf, todoLimits, unreadable, wordOf } from './content.ts'
import { relationsIn } from './values.ts'

/** A to-do in the text of a client. */
export interface TodoProperties {
  uid: string
  /** The name of the program that has written it. */
  program: string
  calendar: Component
  todo: Component
  /** To-dos that stand for single recurrences of it. */
  overrides: Component[]
  /** The UIDs of the to-dos that it names. */
  related: string[]
}

/**
 * Reads the one to-do of a text. Fails with the reason for people if it has none or several, or if it is too large. Values are only read by
 * `changesOf`.
 */
export function readTodo(body: string, limits: TodoLimits = todoLimits): TodoProperties {
  const calendar = componentsIn(body, limits).find(({ name }) => name === 'VCALENDAR')
  if (!calendar) throw unreadable('it is no calendar.')
  const todos = calendar.parts.filter(({ name }) => name === 'VTODO')
  const other = calendar.parts.find(({ name }) => name === 'VEVENT' || name === 'VJOURNAL')
  if (other) throw unreadable(`this collection takes to-dos, but it has a ${other.name}.`)
  if (!todos.length) throw unreadable('it has no VTODO.')
  const uids = new Set(todos.map((todo) => textOf(todo, 'UID').trim()))
  const [uid = ''] = uids
  if (uids.size > 1) throw unreadable('its to-dos have different UIDs.')
  if (!uid || uid.length > caldavLimits.uid) throw unreadable(`a UID has 1 to ${caldavLimits.uid} characters.`)
  const todo = wholeOf(todos)
  return {
    uid,
    program: textOf(calendar, 'PRODID'),
    calendar,
    todo,
    overrides: todos.filter((one) => one !== todo),
    related: [...new Set(relationsIn(todo).map((relation) => relation.uid))],
  }
}

/**
 * The to-do of all recurrences. Some programs write a completed recurrence beside it without saying which one it is: then the one that repeats is
 * the whole one.
 */
function wholeOf(todos: readonly Component[]): Component {
  const whole = todos.filter((todo) => !propertyOf(todo, 'RECURRENCE-ID'))
  const [first] = whole.length ? whole : todos
  if (!first || whole.length < 2) return first ?? { name: 'VTODO', lines: [], parts: [] }
  const isDone = (todo: Component) => wordOf(todo, 'STATUS') === 'COMPLETED'
  const found = whole.filter((todo) => propertyOf(todo, 'RRULE'))
  const repeating = found.find((todo) => !isDone(todo)) ?? found[0]
  if (!repeating || whole.some((todo) => todo !== repeating && !isDone(todo))) {
    throw unreadable('it has several to-dos with one UID.')
  }
  return repeating
}
