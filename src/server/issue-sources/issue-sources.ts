import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { issueSourceLimits, repositoryAt } from '../../contract/issue-sources.ts'
import type { IssueSource, IssueSourceChange, NewIssueSource } from '../../contract/schemas/issue-sources.ts'
import type { SessionCaller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { IssueSourceRow, Schema } from '../database/schema.ts'
import { removeDeliveries } from '../deliveries/deliveries.ts'
import type { FollowingLog } from '../deliveries/following-log.ts'
import type { Author, Draft } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import type { OutgoingCalls } from '../outgoing/outgoing.ts'
import { issueSourceOf } from './present.ts'
import { maxSingle } from './reading-issues.ts'
import { type SourceChange, sourceTable } from './source-table.ts'
import { wantedIn } from './syncing.ts'

export const deliveryKind = 'issues'

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'changeSettings' | 'position'>
  outgoing: Pick<OutgoingCalls, 'check'>
  following: FollowingLog
  attempts: { take(limits: { key: string; max: number; windowMs: number }[]): Promise<void> }
  clock: () => number
  /** For the transaction of the change: locks the caller's account, and fails unless its session has a recent confirmation. */
  holdProved: (tx: Kysely<Schema>, caller: SessionCaller) => Promise<unknown>
}

/** The news of a webhook about an issue. */
export interface ToldIssue {
  forge: IssueSourceRow['forge']
  /** The address of the repository's page. */
  address: string
  number: number
}

/** The repositories whose issues are tasks of their users. */
export function issueSourceRules(dependencies: Dependencies) {
  const { database, history, outgoing, following, attempts, clock, holdProved } = dependencies
  const table = sourceTable(database.db)

  async function shown(own: ReturnType<typeof sourceTable>, source: IssueSourceRow): Promise<IssueSource> {
    const counts = (await own.counts(source.user_id)).get(source.id)
    return issueSourceOf(source, counts, counts?.unsent ? await own.unsentProblem(source) : null)
  }

  /** Fails with `invalid_input` if the label is missing. */
  function chosen({ choice, label, account }: Pick<NewIssueSource, 'choice' | 'label' | 'account'>) {
    if (choice === 'label' && !label?.trim()) throw new AppError('invalid_input', 'Enter the label of the issues.')
    return {
      choice,
      label: choice === 'label' ? (label ?? '').trim() : null,
      account: (choice === 'assigned' && account?.trim()) || null,
    }
  }

  /** Changes a source, and starts its next sync if it is not paused. */
  async function change(
    author: Author,
    id: string,
    message: string,
    valuesOf: (source: IssueSourceRow, tx: Kysely<Schema>) => Promise<SourceChange>,
  ) {
    const { owner } = author
    const work = async (tx: Kysely<Schema>) => {
      const own = sourceTable(tx)
      const source = await own.find(owner, id)
      if (!source) throw absent()
      const values = await valuesOf(source, tx)
      await own.change(source, values)
      const changed = { ...source, ...values }
      // A new delivery, because an older version could have given up the former one.
      await following.remove(tx, owner, id)
      if (changed.paused_at === null) await following.add(tx, owner, id)
      return shown(own, changed)
    }
    const done = await history.changeSettings(author, work, (source) => ({ message, source }))
    await following.refresh(owner)
    await following.wake(owner, id)
    return done
  }

  /** Values with which everything is read again. */
  const readAgain = () => ({ asked_at: clock(), due_at: clock(), failures: 0, failing_since: null, problem: null })

  return {
    async list(owner: string): Promise<IssueSource[]> {
      const counts = await table.counts(owner)
      return Promise.all(
        (await table.ofOwner(owner)).map(async (source) => {
          const own = counts.get(source.id)
          return issueSourceOf(source, own, own?.unsent ? await table.unsentProblem(source) : null)
        }),
      )
    },

    /**
     * Adds a repository, and reads its issues soon. Requires a recent confirmation, because it outlasts the session. Fails with `invalid_input` if the
     * address is not that of a repository or Taskdeck does not call it, with `conflict` if the owner has it already, and with `too_large`.
     */
    async create(caller: SessionCaller, input: NewIssueSource) {
      const { owner } = caller
      const repository = repositoryAt(input.address, input.forge)
      if (!repository) throw new AppError('invalid_input', wrongAddress)
      outgoing.check(repository.address)
      const row: IssueSourceRow = {
        ...{
          id: randomUUID(),
          user_id: owner,
          forge: input.forge,
          address: repository.address,
          token: input.token.trim(),
        },
        ...{ ...chosen(input), writes: Number(input.writes ?? false), created_at: clock(), ...readAgain() },
        ...{ synced_at: null, wait_until: null, remark: null, paused_at: null, paused_why: null },
        ...{ pages: '[]', wanted: '[]', seq: 0 },
      }
      const work = async (tx: Kysely<Schema>) => {
        const own = sourceTable(tx)
        await holdProved(tx, caller)
        const others = await own.ofOwner(owner)
        if (others.some(({ address }) => isSameAddress(address, row.address))) throw known(repository.name)
        if (others.length >= issueSourceLimits.sources) throw tooMany()
        row.seq = (await history.position(owner)).seq
        await own.insert(row)
        await following.add(tx, owner, row.id)
      }
      const answer = { message: `${repository.name} connected.`, source: issueSourceOf(row) }
      const created = await history.changeSettings(caller, work, () => answer)
      await following.refresh(owner)
      await following.wake(owner, row.id)
      return created
    },

    /** Changes a source, and reads all issues again. Requires a recent confirmation. Fails with `not_found` and `invalid_input`. */
    update: (caller: SessionCaller, id: string, input: IssueSourceChange) =>
      change(caller, id, 'Saved.', async (source, tx) => {
        await holdProved(tx, caller)
        const { token, writes, ...given } = input
        const { choice = source.choice, label = source.label ?? undefined } = given
        const account =
          'account' in given ? given.account : token === undefined ? (source.account ?? undefined) : undefined
        const values: SourceChange = {
          ...chosen({
            choice,
            ...(label === undefined ? {} : { label }),
            ...(account === undefined ? {} : { account }),
          }),
          ...(token === undefined ? {} : { token: token.trim(), wait_until: null }),
          // Only what happens from now on is sent.
          ...(writes && !source.writes ? { seq: (await history.position(source.user_id)).seq } : {}),
          ...(writes === undefined ? {} : { writes: Number(writes) }),
          ...{ ...readAgain(), pages: '[]', remark: null },
        }
        if (writes === false) await sourceTable(tx).dropUnsent(source)
        return values
      }),

    /** Reads the issues now. Fails with `not_found`, `conflict` while it is paused, and `too_many_requests`. */
    async sync(author: Author, id: string) {
      if (!(await table.find(author.owner, id))) throw absent()
      await attempts.take([{ key: `syncs by hand ${author.owner}`, max: 60, windowMs: 3_600_000 }])
      return change(author, id, 'Reading the issues.', async (source) => {
        if (source.paused_at !== null) throw new AppError('conflict', 'This repository is paused. Resume it first.')
        if ((source.wait_until ?? 0) > clock()) throw waiting(source.wait_until ?? 0, clock())
        return { asked_at: clock(), due_at: clock() }
      })
    },

    /** Stops reading and sending. Fails with `not_found`. */
    pause: (author: Author, id: string) =>
      change(author, id, 'Paused.', async () => ({ paused_at: clock(), paused_why: null, asked_at: null })),

    /** Lets a paused source go on, with what happens from now on. Fails with `not_found`. */
    resume: (author: Author, id: string) =>
      change(author, id, 'Resumed. Reading the issues.', async (source, tx) => {
        await sourceTable(tx).dropUnsent(source)
        return { ...readAgain(), paused_at: null, paused_why: null, seq: (await history.position(source.user_id)).seq }
      }),

    /** Disconnects a repository. Its tasks stay. Fails with `not_found`. */
    async remove(author: Author, id: string) {
      const work = async (tx: Kysely<Schema>) => {
        const { numDeletedRows } = await sourceTable(tx).remove(author.owner, id)
        if (!numDeletedRows) throw absent()
        await following.remove(tx, author.owner, id)
      }
      const answer = { message: 'Disconnected. Its tasks stay.' }
      const removed = await history.changeSettings(author, work, () => answer)
      await following.refresh(author.owner)
      return removed
    },

    /**
     * Takes the news of a webhook, within its change: the issue is read again at its source, because the payload may be old or come from another
     * repository. Returns what happens, in words.
     */
    async noticed(draft: Draft, { forge, address, number }: ToldIssue): Promise<string | undefined> {
      const own = sourceTable(draft.tx)
      const { owner } = draft
      const sources = await own.ofOwner(owner)
      const source = sources.find((one) => one.forge === forge && isSameAddress(one.address, address))
      if (!source || source.paused_at !== null) return undefined
      const wanted = [...new Set([...wantedIn(source), number])]
      // So many are read faster with the whole list.
      const values: SourceChange = wanted.length > maxSingle ? { due_at: clock() } : { wanted: JSON.stringify(wanted) }
      await own.change(source, values)
      draft.afterCommit(() => following.wake(owner, source.id))
      return `Reading the issue ${number} of ${repositoryAt(source.address, forge)?.name}.`
    },
  }
}

export type IssueSourceRules = ReturnType<typeof issueSourceRules>

/** Deletes the tokens of an account that is being deleted or that has a new owner, within the transaction of that change. */
export async function eraseIssueSources(tx: Kysely<Schema>, owner: string): Promise<void> {
  await sourceTable(tx).removeAll(owner)
  await removeDeliveries(tx, owner, deliveryKind)
}

/** Forges do not distinguish the case of names. */
const isSameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

const wrongAddress =
  'Enter the address of a repository, such as https://github.com/acme/app. It must have an owner and a name.'
const absent = () => new AppError('not_found', 'That repository is not connected.')
const known = (name: string) => new AppError('conflict', `${name} is connected already. Change it instead.`)
const tooMany = () =>
  new AppError('too_large', `You have connected ${issueSourceLimits.sources} repositories, which is the maximum.`)
const waiting = (until: number, now: number) => {
  const seconds = Math.ceil((until - now) / 1_000)
  return new AppError(
    'too_many_requests',
    `The forge allows no more calls with this token for ${Math.ceil(seconds / 60)} min. Then the issues are read.`,
    { retryAfter: seconds },
  )
}
