import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../contract/errors.ts'
import type { Forge } from '../../contract/forges.ts'
import type { Delivery } from '../../contract/schemas/webhooks.ts'
import { webhookVia } from '../../contract/webhooks.ts'
import { addressKey } from '../callers/address-key.ts'
import type { Database } from '../database/database.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../database/schema.ts'
import type { GitRules } from '../git/git.ts'
import { plainLine } from '../git/plain-line.ts'
import type { Author, Draft } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import type { CheckRules } from '../receipts/checks.ts'
import { taskIds } from '../tasks/task-ids.ts'
import { lanes } from '../work/lanes.ts'
import type { FinishedCheck } from './check-payloads.ts'
import { type Authors, counts, findingsIn } from './findings.ts'
import { readPayload, type TheIssue, type Told } from './payloads.ts'
import { authorsOf } from './present.ts'
import { deliveryIdOf, eventOf, isSignedBy, noSecret, type Sent } from './signatures.ts'
import { webhookTable } from './webhook-table.ts'

interface Limit {
  key: string
  max: number
  windowMs: number
}

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'change'>
  git: Pick<GitRules, 'apply'>
  checks: CheckRules
  /** Lets an issue be read again that is followed. Returns what happens, in words; undefined if its repository is not connected. */
  onIssue: (draft: Draft, issue: Pick<TheIssue, 'address' | 'number'> & { forge: Forge }) => Promise<string | undefined>
  attempts: { take(limits: Limit[]): Promise<void> }
  clock: () => number
}

const minute = 60_000
/** How long a delivery is remembered. Its effects are not repeated afterwards either: see git/reference-writes.ts. */
const memoryMs = 90 * 24 * 60 * minute

/** The longest message in the log of deliveries. */
const maxMessageLength = 2_000
/** Deliveries of all webhooks of an owner that are kept. They count nothing against the owner's limits, so they are few. */
const maxKeptOfOwner = 5_000

/** Deliveries of an owner are read one after another, with rests, because reading a large one blocks the event loop. */
const deliveryTurns = {
  maxRunning: 1,
  maxWaiting: 100,
  restsAsLong: true,
  refusal: 'Too many deliveries at once. Send this one again later.',
}

const refusedFrom = (ip: string): Limit => ({ key: `hook refused ${addressKey(ip)}`, max: 30, windowMs: 5 * minute })
const deliveredTo = (hook: string): Limit => ({ key: `hook ${hook}`, max: 300, windowMs: 5 * minute })
const deliveredToOwner = (owner: string): Limit => ({ key: `hooks of ${owner}`, max: 1_000, windowMs: 5 * minute })

/** The deliveries of forges to webhooks: each is checked, applied once and logged. */
export function deliveryRules({ database, history, git, checks, onIssue, attempts, clock }: Dependencies) {
  const table = webhookTable(database.db)
  const nextId = taskIds()
  const places = lanes(deliveryTurns)

  const entry = (hook: WebhookRow, event: string): Omit<WebhookDeliveryRow, 'outcome' | 'message'> => ({
    user_id: hook.user_id,
    hook_id: hook.id,
    id: nextId(),
    at: clock(),
    event: plainLine(event, 60),
    delivery_id: null,
    body_hash: null,
  })

  /** Writes a refused or repeated delivery to the log of its webhook, where the user looks for the reason. */
  async function note(hook: WebhookRow, event: string, outcome: Delivery['outcome'], message: string): Promise<void> {
    await database.transaction(hook.user_id, async (tx) => {
      const own = webhookTable(tx)
      if (!(await own.find(hook.id))) return
      await own.add({ ...entry(hook, event), outcome, message })
      await own.trimRefused(hook)
    })
  }

  async function refuse(hook: WebhookRow, event: string, error: AppError): Promise<never> {
    await note(hook, event, error.code === 'conflict' ? 'repeated' : 'refused', error.message)
    throw error
  }

  /** Applies a delivery and remembers it, in one transaction. Its texts are read before, because others wait for a transaction. */
  async function apply(hook: WebhookRow, sent: Sent, event: string, told: Told, bodyHash: string) {
    const foundFor = async (authors: Authors) => ({
      authors,
      ...(told ? await findingsIn(told, authors) : { findings: [], remarks: [] }),
    })
    const known = await foundFor(authorsOf(hook))
    const deliveryId = deliveryIdOf(hook.forge, sent.headers) ?? null
    const author: Author = { owner: hook.user_id, via: webhookVia(hook.forge, told?.kind ?? 'other') }
    const work = async (draft: Draft) => {
      const own = webhookTable(draft.tx)
      // Read again behind the lock of the deck: the webhook may have been changed or revoked, and a copy may have arrived at the same time.
      const present = await own.find(hook.id)
      if (!present) throw unknownWebhook()
      if (await own.isKnown(hook, deliveryId, bodyHash)) throw repeated()
      const authors = authorsOf(present)
      const { findings, remarks } = isDeepStrictEqual(authors, known.authors) ? known : await foundFor(authors)
      const checked = told?.kind === 'check' ? await applyCheck(draft, told, authors) : undefined
      const read = told?.kind === 'issue' ? await onIssue(draft, { ...told, forge: hook.forge }) : undefined
      const did = findings.length ? await git.apply(draft, findings) : (checked ?? read ?? ignored(event, told))
      const message = plainLine([did, ...remarks].join(' '), maxMessageLength)
      const outcome = findings.length || checked || read ? 'done' : 'ignored'
      await own.add({ ...entry(hook, event), outcome, message, delivery_id: deliveryId, body_hash: bodyHash })
      await own.trimKept(present, Math.ceil(maxKeptOfOwner / (await own.ofOwner(hook.user_id)).length))
      return message
    }
    return history.change(author, work, (message, { seq }) => ({ message, seq }))
  }

  /** Stores a check for the tasks of its commit. Others may name their branches as they like: those count only for the authors of the webhook. */
  async function applyCheck(draft: Draft, { check, by }: FinishedCheck, authors: Authors): Promise<string | undefined> {
    const numbers = await checks.apply(draft, counts(by, authors) ? check : { ...check, branch: '' })
    const names = numbers.map((number) => `#${number}`).join(', ')
    return names ? `${check.isPassed ? 'Passed' : 'Failed'}: proof of ${names}.` : undefined
  }

  /** Reads and applies a signed delivery. One that is refused is in the log, too. */
  async function take(hook: WebhookRow, sent: Sent & { parse: () => unknown }) {
    const event = eventOf(hook.forge, sent.headers)
    try {
      const told = readPayload[hook.forge](event, sent.parse())
      return await apply(hook, sent, event, told, hash('sha256', sent.body, 'base64url'))
    } catch (error) {
      if (error instanceof AppError && error.code !== 'not_signed_in') return refuse(hook, event, error)
      throw error
    }
  }

  return {
    /**
     * Takes a delivery of a forge. Fails with `not_signed_in` if there is no such webhook or the signature is wrong, which are one answer,
     * and with `conflict` if the delivery was received before.
     */
    async receive(id: string, sent: Sent & { ip: string; parse: () => unknown }) {
      const hook = await table.find(id)
      const isSigned = isSignedBy[hook?.forge ?? 'github'](hook?.secret ?? noSecret, sent, clock())
      if (!hook || !isSigned) {
        await attempts.take([refusedFrom(sent.ip)])
        if (!hook) throw unknownWebhook()
        await note(hook, eventOf(hook.forge, sent.headers), 'refused', wrongSignature)
        throw unknownWebhook()
      }
      await attempts.take([deliveredTo(hook.id), deliveredToOwner(hook.user_id)])
      return places.run(hook.user_id, () => take(hook, sent))
    },

    /** Forgets deliveries that are too old to be repeated. */
    forgetOld: async (): Promise<void> => void (await table.removeOld(clock() - memoryMs)),
  }
}

export type DeliveryRules = ReturnType<typeof deliveryRules>

function ignored(event: string, told: Told): string {
  if (event === 'ping') return 'The webhook works.'
  if (told?.kind === 'check') return 'No task has this commit.'
  if (told?.kind === 'issue') return 'The issues of this repository are not connected.'
  return told ? 'No task is named.' : 'Taskdeck has no use for this event.'
}

const wrongSignature = 'The signature is wrong. Enter the secret of this webhook at the forge, or create a new webhook.'
const unknownWebhook = () =>
  new AppError('not_signed_in', 'This webhook does not exist, or the signature does not match its secret.')
const repeated = () => new AppError('conflict', 'This delivery was received before. Nothing was changed.')
