import { AppError } from '../../contract/errors.ts'
import { type EventKind, maxUndoneTasks } from '../../contract/history.ts'
import type { LogPosition } from '../../contract/log-position.ts'
import type { LeftAlone, TaskUndo, TokenUndo, Values } from '../../contract/schemas/history.ts'
import { undoneWords } from '../../contract/words/token-undo-words.ts'
import type { Database } from '../database/database.ts'
import type { EventRow } from '../database/schema.ts'
import type { Author, Draft, OpenDraft, Undoes } from './draft.ts'
import type { EventKinds, Subject } from './event-kinds.ts'
import { eventOf } from './present.ts'
import type { Left, SubjectPlan } from './subject-plan.ts'
import { tokenEvents, viasOf } from './token-events.ts'
import { type TokenWork, tokenPlans } from './token-plans.ts'
import type { RecordChange, Work } from './work.ts'

interface Dependencies {
  database: Database
  record: RecordChange
  openDraft: OpenDraft
  kinds: EventKinds
  position: (owner: string) => Promise<LogPosition>
}

/** The work to undo, as a caller describes it. */
export interface WantedWork {
  via: string
  since: string
  until?: string
}

interface ChosenWork extends WantedWork {
  upTo?: number
  /** Tasks that stay as they are, by id or number. */
  except?: string[]
}

/** A list of what was left alone is no longer than this. */
const maxLeft = 200
/** The longest text in a preview. */
const maxText = 200
/** An undo of more events is staged at once: see `Length`. */
const longFrom = 500

type Summary = Omit<TokenUndo, 'upTo'>

/** Undoes everything that a token has changed in a period, as one change, and leaves alone what others have changed since. */
export function tokenUndo({ database, record, openDraft, kinds, position }: Dependencies) {
  /** Fails with `not_found` if the log has no change of such a token, and with `invalid_input` if a moment does not exist. */
  async function workOf(owner: string, { via: name, since, until }: WantedWork, upTo: number): Promise<TokenWork> {
    const known = await tokenEvents(database.db, owner).hasAny(viasOf(name))
    if (!known) throw new AppError('not_found', `No change in the history was made with a token named “${name}”.`)
    return { name, since: moment(since), ...(until ? { until: moment(until) } : {}), upTo }
  }

  /** Plans the undo, and passes each plan to `apply`. */
  async function summarize(
    draft: Draft,
    work: TokenWork,
    isChosen: (subject: Subject) => boolean,
    apply?: (plan: SubjectPlan) => Promise<void>,
  ): Promise<Summary> {
    const sum: Summary = { changes: 0, taskCount: 0, tasks: [], leftCount: 0, left: [], goneCount: 0 }
    for await (const batch of tokenPlans(draft, kinds, work)) {
      for (const { subject, plan } of batch) {
        if (!subject) sum.goneCount++
        else if (isChosen(subject)) {
          sum.leftCount += plan.left.length
          for (const left of plan.left) if (sum.left.length < maxLeft) sum.left.push(leftOf(subject, left))
          if (!plan.count) continue
          sum.changes += plan.count
          sum.taskCount++
          if (sum.tasks.length < maxUndoneTasks) sum.tasks.push(undoOf(subject, plan, kinds))
          await apply?.(plan)
        }
      }
    }
    return sum
  }

  async function revert(draft: Draft, { back, events, away }: SubjectPlan): Promise<void> {
    for (const event of [back, ...events, away]) if (event) await kinds[event.kind].revert?.(draft, event)
  }

  return {
    /** The effect of `undoToken`, without changing anything. */
    async tokenUndo(owner: string, wanted: WantedWork): Promise<TokenUndo> {
      const { seq: upTo } = await position(owner)
      const work = await workOf(owner, wanted, upTo)
      const draft = openDraft(database.db, { owner, via: 'session' }, '')
      return { ...(await summarize(draft, work, () => true)), upTo }
    },

    /** Undoes the work. Changes nothing if there is nothing to undo. Fails with `conflict` if it is too much. */
    async undoToken(author: Author, { upTo, except = [], ...wanted }: ChosenWork) {
      const { seq } = await position(author.owner)
      const work = await workOf(author.owner, wanted, upTo ?? Number.MAX_SAFE_INTEGER)
      const kept = new Set(except.map((key) => key.replace(/^#/, '')))
      const isChosen = ({ _id, number }: Subject) => !kept.has(_id) && !kept.has(String(number))
      const run: Work<[Summary, Undoes]> = async (draft) => {
        await draft.lock()
        const sum = await summarize(draft, work, isChosen, (plan) => revert(draft, plan))
        draft.answerNames(sum.left.map(({ task }) => task._id))
        return [sum, 'several']
      }
      const count = await tokenEvents(database.db, author.owner).count(work.name, work)
      const isLong = count > longFrom || seq - (upTo ?? seq) > longFrom
      return record(
        author,
        run,
        ({ tasks, ...sum }, numbers) => ({ message: undoneWords(wanted.via, sum.changes), ...numbers, ...sum }),
        isLong ? 'long' : undefined,
      )
    },
  }
}

function undoOf(task: Subject, { count, back, events, away }: SubjectPlan, kinds: EventKinds): TaskUndo {
  const goes = away && (kinds[away.kind].place === 'made' ? 'trash' : 'trash again')
  const values = events.filter(({ kind }) => kind === 'updated')
  const others = Map.groupBy(
    events.filter(({ kind }) => kind !== 'updated'),
    (event) => `${event.kind} ${effectOf(event)}`,
  )
  return {
    task,
    changes: count,
    before: shortened(values[0]?.after ?? null),
    after: shortened(values[0]?.before ?? null),
    place: goes ?? (back ? 'back' : null),
    others: [...others.values()].flatMap((same) => {
      const [one] = same
      return one ? [{ kind: one.kind as EventKind, effect: effectOf(one), count: same.length }] : []
    }),
  }
}

const effectOf = ({ before, after }: EventRow) => (before === null ? 'removed' : after === null ? 'back' : 'former')

function leftOf(task: Subject, { keys, event }: Left): LeftAlone {
  const { before, after, ...rest } = eventOf(event)
  const isUpdate = event.kind === 'updated'
  const chosen = (values: Values) => (isUpdate && keys.length ? only(values, keys) : values)
  return {
    task,
    fields: isUpdate ? keys : [],
    event: { ...rest, before: shortValues(chosen(before)), after: shortValues(chosen(after)) },
  }
}

const only = (values: Values, keys: string[]): Values =>
  values && (Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key))) as Values)

const shortened = (json: string | null): Values => (json === null ? null : shortValues(JSON.parse(json)))

const shortValues = (values: Values): Values =>
  values && (JSON.parse(JSON.stringify(values), (_key, value) => shortText(value)) as Values)

const shortText = (value: unknown) =>
  typeof value === 'string' && value.length > maxText ? `${value.slice(0, maxText)}…` : value

function moment(text: string): string {
  const time = Date.parse(text)
  // It is NaN for a leap second.
  if (Number.isNaN(time)) throw new AppError('invalid_input', `${text} is not a moment that exists.`)
  return new Date(time).toISOString()
}
