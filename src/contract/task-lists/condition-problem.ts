import { nearest } from '../nearest.ts'
import { hasSpans } from '../task-fields.ts'
import { isCondition, isLinkKey, valueText } from './condition-text.ts'
import { allKeys, fieldOf, filterKeys } from './filter-keys.ts'
import { filterKeyOf, searchKeys, states, things } from './parse-search.ts'

/** Why a part that looks like a condition is none, and what would be understood. Undefined for words, and for conditions. */
export function problemWith(part: string): string | undefined {
  const [, name = '', value = ''] = /^-?([a-z][a-z-]*):(.+)$/iu.exec(part) ?? []
  // The address of a page, for example.
  if (!name || value.startsWith('//') || isCondition(part.replace(/^-/, ''))) return undefined
  const key = name.toLowerCase()
  const known = searchKeys.some((one) => one === key) || filterKeyOf(key)
  // Words, not a date with a mistake.
  if (known && hasDays(key) && /^[\p{L}-]+$/u.test(value)) return `No day is called “${value}”. ${understood(key)}`
  if (known) return `“${value}” is not understood after “${key}:”. ${understood(key)}`
  const meant = nearest(key, [...searchKeys, ...allKeys])
  return meant ? `There is no condition “${key}:”. Did you mean “${meant}:”?` : undefined
}

/** Whether days follow a key. */
function hasDays(key: string): boolean {
  const filter = filterKeyOf(key)
  return key === 'created' || key === 'completed' || (filter !== undefined && fieldOf(filter)?.kind === 'day')
}

const listed = (words: string[]) => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
const days = 'a day such as 2026-11-20, or days such as 2026-11-01..2026-11-30'

/** What can be written after a key. */
export function understood(key: string): string {
  if (key === 'is') return `Use ${listed(Object.keys(states))}.`
  if (key === 'has' || key === 'no') return `Use ${listed(Object.keys(things))}.`
  if (key === 'took') return 'Use days such as 3, 2..5 or ..1.'
  if (key === 'created' || key === 'completed') return `Use ${days}.`
  const filter = filterKeyOf(key)
  if (!filter) return ''
  if (isLinkKey(filter)) return 'Use the number of a task such as #12.'
  const field = fieldOf(filter)
  const words = Object.keys(filterKeys[filter].options).map((value) => valueText(filter, value))
  if (field && hasSpans(field))
    return `Use ${[...words, field.kind === 'day' ? days : 'a span such as 2..4'].join(', ')}.`
  return words.length > 1 ? `Use ${listed(words)}.` : `Use ${words[0] ?? 'any or none'}.`
}
