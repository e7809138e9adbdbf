import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { plainName } from '../../contract/plain-names.ts'
import type { NewShare, Share, ShareChange } from '../../contract/schemas/shares.ts'
import { partsOf, type ShareKind, type SharePart, shareLimits, usualParts } from '../../contract/shares.ts'
import type { Caller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { Schema, ShareRow } from '../database/schema.ts'
import type { HistoryRules } from '../history/history.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import type { ViewRules } from '../views/views.ts'
import { hashOf, newSecret, pathOf, shareOf } from './present.ts'
import { shareTable } from './share-table.ts'

/** A change of a link, as the log of the server says it. */
export type ShareEvent = 'link made' | 'link changed' | 'link renewed' | 'link revoked'

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'changeSettings'>
  tasks: Pick<TaskRules, 'idOf' | 'titles'>
  views: Pick<ViewRules, 'list'>
  clock: () => number
  basePath: string
  /** For the transaction of the change: locks the caller's account, and fails unless the caller may give lasting access. */
  holdAccess: (tx: Kysely<Schema>, caller: Caller) => Promise<unknown>
  /** Tells the log of the server, and the user among the security events. */
  record: (
    event: ShareEvent,
    caller: Pick<Caller, 'owner' | 'via'>,
    share: { id: string; about: string },
  ) => Promise<unknown>
}

const dayMs = 86_400_000

/** The shared links of users: secret addresses at which people without an account read a saved view or a task. */
export function shareRules({ database, history, tasks, views, clock, basePath, holdAccess, record }: Dependencies) {
  const table = shareTable(database.db)
  const expiry = (days: number | null) => (days === null ? null : clock() + days * dayMs)

  /** The links in wire format, with the names of what they share. */
  async function presented(owner: string, rows: ShareRow[]): Promise<Share[]> {
    const idsOf = (kind: ShareKind) => rows.filter((row) => row.kind === kind).map(({ target }) => target)
    const [titles, named] = await Promise.all([
      tasks.titles(owner, [...new Set(idsOf('task'))]),
      idsOf('view').length ? views.list(owner) : [],
    ])
    return rows.map((row) => {
      const view = named.find(({ id }) => id === row.target)
      const target = row.kind === 'task' ? titles.get(row.target) : view && { _id: view.id, title: view.name }
      return shareOf(row, target ?? null)
    })
  }

  /** The view or the task of a new link. Fails with `not_found`, and with `invalid_input` unless exactly one thing is named. */
  async function targetOf(owner: string, { view: id, task }: NewShare) {
    if ((id === undefined) === (task === undefined)) throw oneOfBoth()
    if (task !== undefined) {
      const _id = await tasks.idOf(owner, task)
      const title = (await tasks.titles(owner, [_id])).get(_id)?.title
      return { kind: 'task' as const, id: _id, title: title ?? '' }
    }
    const view = (await views.list(owner)).find((one) => one.id === id)
    if (!view) throw new AppError('not_found', 'That view does not exist.')
    return { kind: 'view' as const, id: view.id, title: view.name }
  }

  /** Changes a link, and says so in the log of the server. Fails with `not_found` if the owner has no such link. */
  async function change<A>(
    caller: Caller,
    id: string,
    event: ShareEvent,
    columns: (row: ShareRow) => Partial<ShareRow>,
    answer: (share: Share) => A,
  ): Promise<A> {
    const known = await table.find(caller.owner, id)
    if (!known) throw absent()
    // Before the transaction, which must read nothing else. The target of a link never changes.
    const [before] = await presented(caller.owner, [known])
    const work = async (tx: Kysely<Schema>) => {
      await holdAccess(tx, caller)
      const own = shareTable(tx)
      const row = await own.find(caller.owner, id)
      const changed = row && (await own.update(caller.owner, id, columns(row)))
      if (!changed) throw absent()
      return shareOf(changed, before?.target ?? null)
    }
    const done = await history.changeSettings(caller, work, answer)
    await record(event, caller, { id, about: plainName(known.name) })
    return done
  }

  return {
    list: async (owner: string): Promise<Share[]> => presented(owner, await table.ofOwner(owner)),

    /**
     * Makes a link. A person must have confirmed their identity recently, because a link outlasts the session. Fails with `too_large` if the
     * owner has too many, and with `invalid_input` for a part or a question that its kind does not have.
     */
    async create(caller: Caller, wanted: NewShare) {
      const { kind, id: target, title } = await targetOf(caller.owner, wanted)
      const { name = plainName(title, shareLimits.name), parts = usualParts(kind), days = null, question } = wanted
      checkParts(kind, parts)
      if (question && kind === 'view') throw noQuestion()
      const secret = newSecret()
      const row: ShareRow = {
        id: randomUUID(),
        user_id: caller.owner,
        secret_hash: hashOf(secret),
        ...{ name: name.trim(), kind, target, parts: JSON.stringify(parts), question: questionJson(question) },
        ...{ answer: null, answered_at: null, note_id: null },
        ...{ created_at: clock(), via: caller.via, days, expires_at: expiry(days), visits: 0, visited_at: null },
      }
      const work = async (tx: Kysely<Schema>) => {
        await holdAccess(tx, caller)
        const own = shareTable(tx)
        if ((await own.ofOwner(caller.owner)).length >= shareLimits.shares) throw tooMany()
        await own.insert(row)
      }
      const [share] = await presented(caller.owner, [row])
      const done = await history.changeSettings(caller, work, () => ({
        message: 'Link made. Copy it now: it is not shown again.',
        share: share as Share,
        path: pathOf(basePath, secret),
      }))
      await record('link made', caller, { id: row.id, about: row.name })
      return done
    },

    /** Changes what a link shows, asks or is called. Another question has no answer yet. Fails like `create`. */
    update(caller: Caller, id: string, { name, parts, days, question }: ShareChange) {
      const columns = (row: ShareRow): Partial<ShareRow> => {
        if (parts) checkParts(row.kind, parts)
        if (question && row.kind === 'view') throw noQuestion()
        const asked = question === undefined ? row.question : questionJson(question)
        return {
          ...(name === undefined ? {} : { name: name.trim() }),
          ...(parts ? { parts: JSON.stringify(parts) } : {}),
          ...(days === undefined ? {} : { days, expires_at: expiry(days) }),
          ...(asked === row.question ? {} : { question: asked, answer: null, answered_at: null, note_id: null }),
          // So that a change of nothing is a valid statement.
          kind: row.kind,
        }
      }
      return change(caller, id, 'link changed', columns, (share) => ({ message: 'Link changed.', share }))
    },

    /** Replaces the address, whose time begins again. Fails with `not_found` if the owner has no such link. */
    renew(caller: Caller, id: string) {
      const secret = newSecret()
      const columns = ({ days }: ShareRow) => ({
        secret_hash: hashOf(secret),
        expires_at: expiry(days),
        ...{ visits: 0, visited_at: null },
      })
      return change(caller, id, 'link renewed', columns, (share) => ({
        message: 'The link has a new address. The old one no longer works.',
        share,
        path: pathOf(basePath, secret),
      }))
    },

    /** Fails with `not_found` if the owner has no such link. */
    async remove(caller: Caller, id: string) {
      const work = async (tx: Kysely<Schema>) => {
        const { numDeletedRows } = await shareTable(tx).remove(caller.owner, id)
        if (!numDeletedRows) throw absent()
      }
      const known = await table.find(caller.owner, id)
      const done = await history.changeSettings(caller, work, () => ({ message: 'Link revoked.' }))
      await record('link revoked', caller, { id, about: plainName(known?.name ?? '') })
      return done
    },
  }
}

export type ShareRules = ReturnType<typeof shareRules>

/** Revokes all links of an account that is being deleted or that has a new owner, within the transaction of that change. */
export const eraseShares = (tx: Kysely<Schema>, owner: string) => shareTable(tx).removeAll(owner)

const questionJson = (question: { text: string; choices?: string[] } | null | undefined): string | null =>
  question
    ? JSON.stringify({ text: question.text.trim(), choices: (question.choices ?? []).map((one) => one.trim()) })
    : null

function checkParts(kind: ShareKind, parts: readonly SharePart[]): void {
  const wrong = parts.find((part) => !partsOf(kind).includes(part))
  if (wrong === undefined) return
  const known = partsOf(kind).join(', ')
  throw new AppError('invalid_input', `A shared ${kind} has no ${wrong}. Choose from ${known}.`)
}

const absent = () => new AppError('not_found', 'That link does not exist.')
const oneOfBoth = () => new AppError('invalid_input', 'Give either view or task.')
const noQuestion = () => new AppError('invalid_input', 'Only a shared task can have a question.')
const tooMany = () =>
  new AppError('too_large', `You have ${shareLimits.shares} links, which is the maximum. Revoke one first.`)
