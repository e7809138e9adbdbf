import { addDays } from '../calendar-day.ts'
import { type Claim, isHeld } from '../claims.ts'
import { needsYou } from '../questions.ts'
import type { Task } from '../schemas/tasks.ts'
import { isWithin, type Span, spanIn } from '../spans.ts'
import { isSnoozed } from '../start-date.ts'
import { absentValue, type FieldName, filteredFields, presentValue, type TaskField } from '../task-fields.ts'
import { tokenOfVia } from '../via.ts'
import { type Calendar, type DueFilter, dueFilters, endOfWeek } from './due-groups.ts'
import { type Conditions, type FilterKey, holderText, type KindFilter } from './filter-keys.ts'
import { linkedTo, linkTest } from './link-filter.ts'
import { linksIn } from './link-index.ts'

export type Test = (task: Task) => boolean

/** The circumstances of a test, besides the task. */
export interface Sight {
  calendar: Calendar
  /** All tasks, for the links between them. */
  all: Task[]
}

type NamedDay = (day: string, isOpen: boolean) => boolean

/** The tests of the words for due dates. Computes the ends of the weeks once for all tasks. */
function dueTests({ today, weekStart }: Calendar): Record<Exclude<DueFilter, 'none'>, NamedDay> {
  const weekEnd = endOfWeek(today, weekStart)
  const nextEnd = addDays(weekEnd, 7)
  return {
    overdue: (day, isOpen) => isOpen && day < today,
    today: (day) => day === today,
    week: (day, isOpen) => isOpen && day >= today && day <= weekEnd,
    nextWeek: (day, isOpen) => isOpen && day > weekEnd && day <= nextEnd,
    later: (day, isOpen) => isOpen && day > weekEnd,
  }
}

/** Tests values with an order: absent, present, or within one of the spans. */
function spanTest<T extends string | number>(
  values: readonly string[],
  valueIn: (task: Task) => T | undefined,
  read: (text: string) => T,
): Test {
  const [isNoneWanted, isAnyWanted] = [values.includes(absentValue), values.includes(presentValue)]
  const spans = values.flatMap((value): Span<T> | [] => (isPresence(value) ? [] : (spanIn(value, read) ?? [])))
  return (task) => {
    const value = valueIn(task)
    if (value === undefined) return isNoneWanted
    return isAnyWanted || spans.some((span) => isWithin(value, span))
  }
}

const isPresence = (value: string) => value === absentValue || value === presentValue

type FieldTest = (name: FieldName, values: readonly string[], sight: Sight) => Test

const presence: FieldTest = (name, values) => (task) => values.includes(task[name] ? presentValue : absentValue)

/** How tasks are filtered by a field follows from its kind. */
const byKind: Partial<Record<TaskField['kind'], FieldTest>> = {
  choice: (name, values) => (task) => values.includes(task[name] as string),
  labels: (name, values) => (task) => values.some((value) => (task[name] as string[]).includes(value)),
  day: (name, values, { calendar }) => {
    const dayIn = (task: Task) => (task[name] as string | null | undefined)?.slice(0, 10)
    const words = dueFilters.filter((word) => word !== 'none' && values.includes(word))
    const inSpans = spanTest(
      values.filter((value) => !words.some((word) => word === value)),
      dayIn,
      (text) => text,
    )
    if (!words.length) return inSpans
    const tests = dueTests(calendar)
    const named = words.map((word) => tests[word as keyof typeof tests])
    return (task) => {
      const day = dayIn(task)
      if (day === undefined) return inSpans(task)
      return named.some((test) => test(day, task.status !== 'Completed')) || inSpans(task)
    }
  },
  amount: (name, values) => spanTest(values, (task) => (task[name] as number | null | undefined) ?? undefined, Number),
  repeat: presence,
  address: presence,
  claim: (name, values) => {
    const now = new Date().toISOString()
    return (task) => {
      const claim = task[name] as Claim | null | undefined
      if (!claim) return values.includes(absentValue)
      if (!isHeld(claim, now)) return values.includes(absentValue) || values.includes('stale')
      const token = tokenOfVia(claim.by)
      return values.includes(presentValue) || values.includes(token === undefined ? 'you' : holderText(token))
    }
  },
}

const fieldByKey = new Map(filteredFields.map((field) => [field.key as FilterKey, field]))

const kindTests: Record<KindFilter, (task: Task, calendar: Calendar) => boolean> = {
  repeating: (task) => task.repeat !== null,
  snoozed: (task, { today }) => isSnoozed(task, today),
}

/** Whether a task has one of these values of a key. */
export function testOf<Key extends FilterKey>(key: Key, values: Conditions[Key], sight: Sight): Test {
  const field = fieldByKey.get(key)
  if (field) return byKind[field.kind]?.(field.field, values, sight) ?? (() => true)
  const { files, links, kind, later, needs } = { [key]: values } as Partial<Conditions>
  if (files) return (task) => files.includes(task.fileCount > 0 ? 'with' : 'without')
  if (links) return linkTest(links, linksIn(sight.all))
  if (later) return () => true
  if (needs) return needsYou
  if (kind) return (task) => kind.some((one) => kindTests[one](task, sight.calendar))
  return linkedTo(key as 'part' | 'after' | 'related', values, linksIn(sight.all))
}
