import { expect } from 'vitest'
import type { EventRow } from '../src/server/database/schema.ts'
import { type Change, type Intent, tasksOf } from '../src/web/deck/change.ts'
import type { Device } from './deck.ts'

/** A change that a tab made. Tabs of one browser share their changes. */
export interface Made extends Change {
  by: Device
}

/** Everything that happened to the changes of all tabs besides being made by the server. */
export interface Diary {
  made: Made[]
  /** Changes that the user was asked about and has decided, or has discarded, as they were then. */
  settled: { change: Change; by: Device; keptAs?: string[] }[]
}

/** The changes that the server has made, by their keys, with their numbers in the log; null if they had no effect or are not known any more. */
export type Answers = ReadonlyMap<string, number | null>

/**
 * Judges every change: the log contains it, or the user is asked about it, or has decided about it, or its wish was already true. Returns the
 * others.
 */
export function vanished({ made, settled }: Diary, answers: Answers, log: EventRow[]): Made[] {
  const isGone = (id: string) =>
    !log.some(({ kind, task_id }) => kind === 'created' && task_id === id) ||
    log.some(({ kind, task_id }) => (kind === 'trashed' || kind === 'purged') && task_id === id)
  const known = (by: Device) => [
    ...by.view().changes.filter(({ problem }) => problem),
    ...settled.filter((entry) => entry.by.browser === by.browser).map(({ change }) => change),
  ]
  return made.filter(({ id, intent, by }) => {
    if (answers.has(id) || known(by).some((change) => change.id === id)) return false
    // Discarded while it was on its way: undone if the server has made it, and forgotten otherwise.
    if (made.some((other) => other.intent.kind === 'undo' && other.intent.of === id)) return false
    if (intent.kind === 'remove') return !intent.tasks.every(isGone)
    if (intent.kind === 'undo') return !isNothingToUndo(intent, made, answers)
    const later = made.slice(made.findIndex((change) => change.id === id) + 1)
    const successors = [...known(by), ...later.filter((change) => change.by.browser === by.browser)]
    return !isPartOf(intent, successors)
  })
}

/** Whether other changes of the same browser set the same fields of the same tasks, so that the user is asked about those. */
function isPartOf(intent: Intent, others: Change[]): boolean {
  if (intent.kind === 'create') return others.some((other) => tasksOf(other.intent).includes(tasksOf(intent)[0] ?? ''))
  if (intent.kind !== 'update') return false
  const same = others.flatMap(({ intent: other }) =>
    other.kind === 'update' && other.task === intent.task ? Object.keys(other.values) : [],
  )
  const { place: _, next: __, ...values } = intent.values
  return Object.keys(values).every((field) => same.includes(field))
}

/** Whether the target of an undo was not made, or had no effect. */
function isNothingToUndo({ of }: Extract<Intent, { kind: 'undo' }>, made: Made[], answers: Answers): boolean {
  if (typeof of === 'number') return false
  return made.some(({ id }) => id === of) && (answers.get(of) ?? null) === null
}

/** Fails if a change has replaced a title, or removed a line, that its user has not seen. */
export function expectNothingOverwritten({ made }: Diary, answers: Answers, log: EventRow[]) {
  for (const { id, intent, by, base } of made) {
    const number = answers.get(id)
    if (number == null || intent.kind !== 'update') continue
    const before = made.slice(
      0,
      made.findIndex((change) => change.id === id),
    )
    const mine = before.filter((change) => change.by.browser === by.browser)
    // Also the words that were written here: an undo hides them, and they are there again if it is refused.
    const written = mine.flatMap((change) =>
      change.intent.kind === 'update' && change.intent.task === intent.task ? change.intent.values : [],
    )
    const seen = [...written, ...[...mine, { base }].flatMap((change) => change.base[intent.task]?.values ?? [])]
    for (const event of log.filter(({ change, task_id }) => change === number && task_id === intent.task)) {
      const { title, description } = JSON.parse(event.before ?? '{}')
      if (intent.values.title !== undefined && title !== undefined)
        expect(seen.map((values) => values.title)).toContain(title)
      if (intent.values.description === undefined || description === undefined) continue
      const lines = new Set(intent.values.description.split('\n'))
      const kept = new Set(afterOf(log, number, intent.task).split('\n'))
      const lost = String(description)
        .split('\n')
        .filter((line) => line && !kept.has(line) && !lines.has(line))
      const shown = new Set(seen.flatMap((values) => values.description?.split('\n') ?? []))
      expect(lost.filter((line) => !shown.has(line))).toEqual([])
    }
  }
}

const afterOf = (log: EventRow[], number: number, task: string): string => {
  const event = log.find(({ change, task_id, kind }) => change === number && task_id === task && kind === 'updated')
  return JSON.parse(event?.after ?? '{}').description ?? ''
}
