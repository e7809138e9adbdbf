import { AppError } from '../../contract/errors.ts'
import { maxUndoneChanges } from '../../contract/history.ts'
import type { EventRow } from '../database/schema.ts'
import { inBatches } from '../work/slices.ts'
import type { Draft } from './draft.ts'
import type { EventKinds } from './event-kinds.ts'
import { loadSubjects } from './load-subjects.ts'
import { type SubjectPlan, subjectPlanner } from './subject-plan.ts'
import { type Period, tokenEvents, viasOf } from './token-events.ts'
import { inEffect } from './undo.ts'

/** The work of a token that is undone. */
export interface TokenWork extends Period {
  name: string
  /** The number of the last event that the caller has seen: later ones stay. */
  upTo: number
}

/** How the work on one subject is taken back; `subject` is undefined if it was deleted for good. */
export interface Planned {
  subject: { _id: string; number: number; title: string } | undefined
  plan: SubjectPlan
}

/** Few enough that the values of their events fit into memory. */
const subjectsAtOnce = 200
/** How many events are looked at, because other changes of the owner wait. */
const maxLines = 400_000

/** Plans how the work of a token is taken back, batch by batch, those subjects first that it has changed last. */
export async function* tokenPlans(draft: Draft, kinds: EventKinds, work: TokenWork): AsyncGenerator<Planned[]> {
  const first = new Map<string, number>()
  const last = new Map<string, number>()
  let count = 0
  for await (const page of tokenEvents(draft.tx, draft.owner).inPeriod(work.name, work)) {
    count += page.length
    if (count > maxUndoneChanges) throw tooMany(work.name)
    for (const { task_id, seq } of page) {
      if (seq > work.upTo) continue
      first.set(task_id, Math.min(seq, first.get(task_id) ?? seq))
      last.set(task_id, Math.max(seq, last.get(task_id) ?? seq))
    }
  }
  const subjects = [...last].sort(([, a], [, b]) => b - a).map(([subject]) => subject)
  const isOwn = ownEvents(work)
  let left = maxLines
  for await (const some of inBatches(subjects, subjectsAtOnce)) {
    const after = Math.min(...some.map((subject) => first.get(subject) ?? 0)) - 1
    const effective = new Set<number>()
    for await (const lines of linesBySubject(draft, some, after)) {
      left -= lines.length
      if (left < 0) throw tooMuchSince()
      for (const { seq } of inEffect(lines)) effective.add(seq)
    }
    const planners = new Map(some.map((subject) => [subject, subjectPlanner(kinds, isOwn)]))
    const examples = new Map<string, EventRow>()
    for await (const events of draft.log.laterEvents(some, after)) {
      for (const event of events) {
        examples.set(event.task_id, event)
        // An event without values belongs to a subject that was deleted for good.
        const hasValues = event.before !== null || event.after !== null
        if (effective.has(event.seq) && hasValues) planners.get(event.task_id)?.add(event)
      }
    }
    await loadSubjects(kinds, draft, [...examples.values()])
    const planned: Planned[] = []
    for (const [subject, event] of examples) {
      const plan = planners.get(subject)?.plan()
      if (plan) planned.push({ subject: await kinds[event.kind].subject(draft, subject), plan })
    }
    yield planned.sort((a, b) => order(b, last) - order(a, last))
  }
}

const order = ({ subject }: Planned, last: Map<string, number>) => last.get(subject?._id ?? '') ?? 0

/** The lines of one subject after another. */
async function* linesBySubject(draft: Draft, subjects: string[], after: number) {
  const found = new Map<string, Parameters<typeof inEffect>[0][number][]>()
  for await (const page of draft.log.laterLines(subjects, after)) {
    for (const line of page) {
      const known = found.get(line.task_id)
      if (known) known.push(line)
      else found.set(line.task_id, [line])
    }
  }
  yield* found.values()
}

function ownEvents({ name, since, until, upTo }: TokenWork) {
  const vias = new Set(viasOf(name))
  return ({ via, at, seq }: EventRow) =>
    via !== null && vias.has(via) && seq <= upTo && at >= since && (until === undefined || at < until)
}

const tooMany = (name: string) =>
  new AppError(
    'conflict',
    `${name} has made more than ${maxUndoneChanges.toLocaleString('en')} changes in this time. Choose a shorter one. Nothing was undone.`,
  )

const tooMuchSince = () =>
  new AppError('conflict', 'Too much has been changed since. Choose a shorter time. Nothing was undone.')
