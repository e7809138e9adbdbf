import { hash, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { webhookCalls } from '../../contract/calls/webhooks.ts'
import { AppError } from '../../contract/errors.ts'
import { plainName } from '../../contract/plain-names.ts'
import type { Delivery, NewWebhook, Webhook, WebhookChange } from '../../contract/schemas/webhooks.ts'
import { webhookLimits, webhookVia } from '../../contract/webhooks.ts'
import { addressKey } from '../callers/address-key.ts'
import type { SessionCaller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { Schema, WebhookDeliveryRow, WebhookRow } from '../database/schema.ts'
import type { GitRules } from '../git/git.ts'
import { plainLine } from '../git/plain-line.ts'
import type { Author, Draft } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import { taskIds } from '../tasks/task-ids.ts'
import { lanes } from '../work/lanes.ts'
import { type Authors, findingsIn } from './findings.ts'
import { readPayload, type Told } from './payloads.ts'
import { deliveryIdOf, eventOf, isSignedBy, newSecret, noSecret, type Sent } from './signatures.ts'
import { webhookTable } from './webhook-table.ts'

interface Limit {
  key: string
  max: number
  windowMs: number
}

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'change' | 'changeSettings'>
  git: Pick<GitRules, 'apply'>
  attempts: { take(limits: Limit[]): Promise<void> }
  clock: () => number
  /** For the transaction of the change: locks the caller's account, and fails unless its session has a recent confirmation. */
  holdProved: (tx: Kysely<Schema>, caller: SessionCaller) => Promise<unknown>
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

/** The webhooks of users: forges report pushes and change requests to them. */
export function webhookRules({ database, history, git, attempts, clock, holdProved }: Dependencies) {
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

  /** Applies a delivery and remembers it, in one transaction. */
  function apply(hook: WebhookRow, sent: Sent, event: string, told: Told, bodyHash: string) {
    const deliveryId = deliveryIdOf(hook.forge, sent.headers) ?? null
    const author: Author = { owner: hook.user_id, via: webhookVia(hook.forge, told?.kind ?? 'other') }
    const work = async (draft: Draft) => {
      const own = webhookTable(draft.tx)
      // Read again behind the lock of the deck: the webhook may have been changed or revoked, and a copy may have arrived at the same time.
      const present = await own.find(hook.id)
      if (!present) throw unknownWebhook()
      if (await own.isKnown(hook, deliveryId, bodyHash)) throw repeated()
      const authors = authorsOf(present)
      const { findings, remarks } = told ? findingsIn(told, authors) : { findings: [], remarks: [] }
      const did = findings.length ? await git.apply(draft, findings) : ignored(event, told)
      const message = plainLine([did, ...remarks].join(' '), maxMessageLength)
      const outcome = findings.length ? 'done' : 'ignored'
      await own.add({ ...entry(hook, event), outcome, message, delivery_id: deliveryId, body_hash: bodyHash })
      await own.trimKept(present, Math.ceil(maxKeptOfOwner / (await own.ofOwner(hook.user_id)).length))
      return message
    }
    return history.change(author, work, (message, { seq }) => ({ message, seq }))
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
    list: async (owner: string): Promise<Webhook[]> =>
      Promise.all(
        (await table.ofOwner(owner)).map(async (hook) => webhookOf(hook, (await table.deliveries(hook, 1))[0])),
      ),

    /**
     * Creates a webhook with a new secret. Requires a recent confirmation, because a webhook outlasts the session. Fails with `too_large` if
     * the owner has too many.
     */
    create(caller: SessionCaller, { name, forge, authors }: NewWebhook) {
      const work = async (tx: Kysely<Schema>) => {
        const own = webhookTable(tx)
        await holdProved(tx, caller)
        if ((await own.ofOwner(caller.owner)).length >= webhookLimits.hooks) throw tooMany()
        const row: WebhookRow = {
          id: randomUUID(),
          user_id: caller.owner,
          name: name.trim(),
          forge,
          secret: newSecret(forge),
          created_at: clock(),
          authors: storedAuthors(authors),
        }
        await own.insert(row)
        return row
      }
      return history.changeSettings(caller, work, (row) => ({
        message: 'Webhook created.',
        hook: webhookOf(row),
        secret: row.secret,
        path: webhookCalls.receive.path.replace(':id', row.id),
      }))
    },

    /** Renames a webhook or changes its authors. Requires a recent confirmation. Fails with `not_found` if the owner has no such webhook. */
    update(caller: SessionCaller, id: string, { name, authors }: WebhookChange) {
      const work = async (tx: Kysely<Schema>) => {
        const own = webhookTable(tx)
        await holdProved(tx, caller)
        const hook = await own.findOwn(caller.owner, id)
        if (!hook) throw absent()
        const values = {
          ...(name === undefined ? {} : { name: name.trim() }),
          ...(authors ? { authors: storedAuthors(authors) } : {}),
        }
        await own.update(caller.owner, id, values)
        const [last] = await own.deliveries(hook, 1)
        return webhookOf({ ...hook, ...values }, last)
      }
      return history.changeSettings(caller, work, (hook) => ({ message: 'Webhook changed.', hook }))
    },

    /** Revokes a webhook. Fails with `not_found` if the owner has no such webhook. */
    remove(author: Author, id: string) {
      const work = async (tx: Kysely<Schema>) => {
        const { numDeletedRows } = await webhookTable(tx).remove(author.owner, id)
        if (!numDeletedRows) throw absent()
      }
      return history.changeSettings(author, work, () => ({ message: 'Webhook revoked.' }))
    },

    /** The last deliveries, newest first. Fails with `not_found` if the owner has no such webhook. */
    async deliveries(owner: string, id: string): Promise<Delivery[]> {
      const hook = await table.findOwn(owner, id)
      if (!hook) throw absent()
      return (await table.deliveries(hook)).map(deliveryOf)
    },

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

export type WebhookRules = ReturnType<typeof webhookRules>

/** Revokes all webhooks of an account that is being deleted or that has a new owner, within the transaction of that change. */
export const eraseWebhooks = (tx: Kysely<Schema>, owner: string) => webhookTable(tx).removeAll(owner)

function ignored(event: string, told: Told): string {
  if (event === 'ping') return 'The webhook works.'
  return told ? 'No task is named.' : 'Taskdeck has no use for this event.'
}

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

const deliveryOf = ({ id, at, event, outcome, message }: WebhookDeliveryRow): Delivery => ({
  id,
  at: iso(at),
  event,
  outcome,
  message,
})

const storedAuthors = (names: string[] = []) =>
  names.length ? JSON.stringify([...new Set(names.map((name) => name.trim().toLowerCase()))]) : null
const authorsOf = ({ authors }: WebhookRow): Authors => (authors ? (JSON.parse(authors) as string[]) : null)

const webhookOf = (hook: WebhookRow, last?: WebhookDeliveryRow): Webhook => ({
  id: hook.id,
  // Older versions have stored names with hidden characters.
  name: plainName(hook.name),
  forge: hook.forge,
  authors: (authorsOf(hook) ?? []).map((author) => plainName(author)),
  createdAt: iso(hook.created_at),
  lastDelivery: last ? deliveryOf(last) : null,
})

const wrongSignature = 'The signature is wrong. Enter the secret of this webhook at the forge, or create a new webhook.'
const absent = () => new AppError('not_found', 'That webhook does not exist.')
const unknownWebhook = () =>
  new AppError('not_signed_in', 'This webhook does not exist, or the signature does not match its secret.')
const repeated = () => new AppError('conflict', 'This delivery was received before. Nothing was changed.')
const tooMany = () =>
  new AppError('too_large', `You have ${webhookLimits.hooks} webhooks, which is the maximum. Revoke one first.`)
