import { accountCalls } from '../../contract/calls/accounts.ts'
import { claimCalls } from '../../contract/calls/claims.ts'
import { historyCalls } from '../../contract/calls/history.ts'
import { labelCalls } from '../../contract/calls/labels.ts'
import { noteCalls } from '../../contract/calls/notes.ts'
import { questionCalls } from '../../contract/calls/questions.ts'
import { taskCalls } from '../../contract/calls/tasks.ts'
import { trashCalls } from '../../contract/calls/trash.ts'
import { CallError, call, callUnlessSame } from '../../contract/client.ts'
import type { ErrorBody } from '../../contract/errors.ts'
import { epochHeader, type LogPosition, positionInTag } from '../../contract/log-position.ts'
import type { Note } from '../../contract/schemas/notes.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import type { TrashedTask } from '../../contract/schemas/trash.ts'
import { type FieldName, isSameValue } from '../../contract/task-fields.ts'
import type { Status } from '../../contract/tasks.ts'
import { tokenOfVia } from '../../contract/via.ts'
import type { Change, Intent, Problem } from './change.ts'
import type { Obstacle } from './view.ts'

/** All tasks at a position of the log. */
export interface Snapshot extends LogPosition {
  tasks: Task[]
}

/** The answer to a change: the numbers of its first and last event, null if nothing had to be changed. */
export interface Done {
  change: number | null
  seq: number | null
}

/** The server, as a deck uses it. */
export interface DeckServer {
  /** All tasks; undefined if they have not changed since the last call, unless they are needed again. */
  snapshot: (isNeeded: boolean) => Promise<Snapshot | undefined>
  /** Asks for the tasks of one status again, or for all, and returns the position of the log. An unchanged list is not sent again. */
  revalidate: (status: Status | '') => Promise<LogPosition>
  trash: () => Promise<TrashedTask[]>
  /** Sends a change. Sending it again has no further effect. */
  send: (change: Change) => Promise<Done>
}

interface Options {
  origin?: string
  headers?: Record<string, string>
}

export function deckServer({ headers = {}, ...options }: Options = {}): DeckServer {
  async function list(status: Status | '', tag: string | undefined) {
    const known = { tag: tag ?? null, body: { tasks: [] } }
    const answer = await callUnlessSame(taskCalls.list, known, { query: { status } }, { headers, ...options })
    return {
      tag: answer.tag ?? undefined,
      position: positionOf(answer.tag),
      tasks: answer === known ? undefined : answer.body.tasks,
    }
  }
  let snapshotTag: string | undefined
  const checkedTags = new Map<Status | '', string | undefined>()

  return {
    async snapshot(isNeeded) {
      const { tag, position, tasks } = await list('', isNeeded ? undefined : snapshotTag)
      snapshotTag = tag
      return tasks && { ...position, tasks }
    },
    async revalidate(status) {
      const { tag, position } = await list(status, checkedTags.get(status))
      checkedTags.set(status, tag)
      return position
    },
    trash: async () => (await call(trashCalls.list, {}, { headers, ...options })).tasks,
    async send({ id, intent, sent, epoch }) {
      const versions = sent?.versions ?? {}
      const { change, seq } = await request(intent, versions, {
        ...options,
        headers: { ...headers, 'idempotency-key': id, ...(epoch === undefined ? {} : { [epochHeader]: epoch }) },
      })
      return { change, seq }
    },
  }
}

/** The position of the log in the tag of a list. */
function positionOf(tag: string | null): LogPosition {
  const position = positionInTag(tag ?? '')
  if (position) return position
  throw new CallError(0, 'network', 'The list of tasks came without its version. Is a proxy removing ETags?')
}

type CallOptions = Required<Pick<Options, 'headers'>> & Options

function request(intent: Intent, versions: Record<string, number>, options: CallOptions): Promise<Done> {
  switch (intent.kind) {
    case 'create': {
      const [first, ...more] = intent.tasks
      return first && !more.length
        ? call(taskCalls.create, { body: first }, options)
        : call(taskCalls.bulkCreate, { body: { tasks: intent.tasks } }, options)
    }
    case 'update': {
      const version = versions[intent.task]
      const ifMatch = version === undefined ? {} : { 'if-match': `"${version}"` }
      const headers = { ...options.headers, ...ifMatch }
      return call(taskCalls.update, { params: { id: intent.task }, body: intent.values }, { ...options, headers })
    }
    case 'updateMany': {
      const body = { ids: intent.tasks, change: intent.change, ...(intent.next ? { next: intent.next } : {}) }
      const isBased = Object.keys(versions).length > 0
      return call(taskCalls.bulkUpdate, { body: isBased ? { ...body, versions } : body }, options)
    }
    case 'claim': {
      const [ids, token] = [intent.tasks, tokenOfVia(intent.to)]
      return intent.to === null
        ? call(claimCalls.release, { body: { ids } }, options)
        : call(claimCalls.handOver, { body: { ids, ...(token === undefined ? {} : { to: token }) } }, options)
    }
    case 'remove': {
      const [first, ...more] = intent.tasks
      return first && !more.length
        ? call(taskCalls.remove, { params: { id: first } }, options)
        : call(taskCalls.bulkRemove, { body: { ids: intent.tasks } }, options)
    }
    case 'restore':
      return call(trashCalls.restore, { params: { id: intent.task } }, options)
    case 'undo':
      if (typeof intent.of === 'string') throw new Error('A change was sent before the one that it undoes')
      return call(historyCalls.undo, { body: { change: intent.of } }, options)
    case 'note':
      return requestNote(intent, options)
    case 'colour': {
      const { label, colour } = intent
      return call(labelCalls.setColour, { body: { label, colour } }, options).then(() => ({ change: null, seq: null }))
    }
  }
}

function requestNote({ task: id, from, to }: Extract<Intent, { kind: 'note' }>, options: CallOptions): Promise<Done> {
  const params = { id, note: (to ?? from)?._id ?? '' }
  if (!to) return call(noteCalls.remove, { params }, options)
  if (!from) return call(noteCalls.add, { params: { id }, body: { _id: to._id, text: to.text } }, options)
  if (to.question?.closed && !from.question?.closed) return call(questionCalls.withdraw, { params, body: {} }, options)
  if (to.question && to.question.answer !== from.question?.answer)
    return call(questionCalls.answer, { params, body: { answer: to.question.answer ?? '' } }, options)
  const headers = { ...options.headers, 'if-match': `"${from.version}"` }
  return call(noteCalls.edit, { params, body: { text: to.text } }, { ...options, headers })
}

/** Whether a response came from elsewhere, such as a proxy while the server is replaced: Taskdeck names a code in every error. */
export const isForeign = ({ code, body }: CallError) =>
  code === 'internal' && !(body as Partial<ErrorBody> | undefined)?.code

/** Codes with which Taskdeck does not judge a call: it may succeed later. */
const temporary = new Set<CallError['code']>(['network', 'timeout', 'too_many_requests'])

/** Whether Taskdeck itself has judged a call, so that it would never succeed as it is. A server that fails, or is full, may recover. */
export const isJudged = (error: CallError) => error.status < 500 && !temporary.has(error.code) && !isForeign(error)

/** Why Taskdeck has not made a change that it has not judged. */
export function obstacleOf(error: CallError): Obstacle {
  if (isForeign(error)) return 'unreachable'
  if (error.code === 'storage_full') return 'full'
  if ((error.body as { readsOnly?: boolean } | undefined)?.readsOnly) return 'reads only'
  return error.code === 'internal' ? 'failing' : 'unreachable'
}

const maxSilenceMs = 10_000

/** Whether the server answers a call, whatever its answer is. */
export const isReached = (): Promise<boolean> =>
  call(accountCalls.verify, {}, { maxSilenceMs }).then(
    ({ user }) => Boolean(user),
    (error) => error instanceof CallError && error.code !== 'network' && !isForeign(error),
  )

/**
 * Whether the server has made a change before, although it refuses the repetition. Only a change that was made has used its key: with another
 * version, before the storage of this browser failed. The answer of a change may have been deleted with its tasks.
 */
export const isMade = ({ code, body }: CallError) =>
  code === 'key_reused' || (code === 'conflict' && (body as { made?: boolean }).made === true)

interface Refusal {
  message?: string
  conflicts?: { task: Task; fields: FieldName[] }[]
  /** A note that was edited elsewhere, as it is now. */
  note?: Note
  trashed?: boolean
  /** The tasks that are in the trash, or do not exist. */
  ids?: string[]
}

const thisGone = 'This task no longer exists.'
const theseGone = 'These tasks no longer exist.'

/** Whether an intent changes one task and names no other, which could be the one that does not exist. */
const namesNoOther = (intent: Intent) =>
  intent.kind === 'remove' ||
  intent.kind === 'claim' ||
  (intent.kind === 'update' && !intent.values.partOf && !intent.values.blockedBy && !intent.values.related) ||
  (intent.kind === 'updateMany' && intent.tasks.length === 1 && !intent.change.addLinks)

/** Why the server will never accept a change as it is. */
export function problemOf({ code, body }: CallError, { intent, base }: Change): Problem {
  const { message = '', conflicts, note, trashed, ids } = (body ?? {}) as Refusal
  if (code === 'changed_meanwhile' && conflicts?.length) {
    return {
      kind: 'conflict',
      message,
      tasks: conflicts.map(({ task, fields }) => changedElsewhere(task, fields, base)),
    }
  }
  if (code === 'changed_meanwhile' && note) return { kind: 'refused', message, note }
  if (trashed) return { kind: 'trashed', message }
  if (code === 'not_found' && (ids || namesNoOther(intent)))
    return { kind: 'gone', message: (ids?.length ?? 1) > 1 ? theseGone : thisGone }
  return { kind: 'refused', message }
}

/**
 * The fields of a conflict that were changed elsewhere. The server names also those that an earlier change of this browser has set: it compares
 * with the version that the change was based on, which does not contain that one.
 */
function changedElsewhere(task: Task, fields: FieldName[], base: Change['base']) {
  const seen = base[task._id]?.values ?? {}
  const changed = fields.filter((field) => !(field in seen) || !isSameValue(task[field], seen[field]))
  return { task, fields: changed.length ? changed : fields }
}
