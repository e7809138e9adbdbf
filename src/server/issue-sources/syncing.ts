import { AppError } from '../../contract/errors.ts'
import { syncEveryMs } from '../../contract/issue-sources.ts'
import { viaOfIssues } from '../../contract/via.ts'
import type { Database } from '../database/database.ts'
import type { IssueSourceRow } from '../database/schema.ts'
import { heldWork } from '../deliveries/held-work.ts'
import type { Author, Draft } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import type { PausedMails } from '../mail/paused-mails.ts'
import { reader } from '../webhooks/json.ts'
import { lanes } from '../work/lanes.ts'
import type { ApplyIssues } from './applying.ts'
import { placeOf } from './forge-calls.ts'
import { ForgeProblem } from './forge-problem.ts'
import { retryPauseMs } from './pacing.ts'
import { maxSingle, type Read, type ReadingIssues } from './reading-issues.ts'
import type { SendingStates } from './sending-states.ts'
import { type SourceChange, sourceTable } from './source-table.ts'

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'change' | 'position'>
  reading: ReadingIssues
  sending: SendingStates
  apply: ApplyIssues
  clock: () => number
  /** Tells the browsers of the owner that a source has another state. */
  announceSettings: (owner: string) => void
  pausedMails: Pick<PausedMails, 'add' | 'wake'>
}

const maxRounds = 5
/** One slow forge must not hold up the others. */
const maxRunMs = 120_000
const giveUpMs = 7 * 24 * 3_600_000
/** An owner with many or slow forges must leave room for the others. */
const ofOwner = { maxRunning: 1, maxWaiting: Number.POSITIVE_INFINITY }
const ofAll = { maxRunning: 4, maxWaiting: Number.POSITIVE_INFINITY }

/** The numbers of issues of which a webhook has told. */
export const wantedIn = ({ wanted }: Pick<IssueSourceRow, 'wanted'>): number[] =>
  reader({ list: JSON.parse(wanted) }).numbers('list', maxSingle)

/** The columns that decide what is read. If the user changes one of them meanwhile, what was read counts no more. */
const deciding = ['choice', 'label', 'account', 'token'] as const

/** Reads the issues of one source and applies them, and sends what was completed and reopened here. */
export function syncing(dependencies: Dependencies) {
  const { database, history, reading, sending, apply, clock, announceSettings, pausedMails } = dependencies
  const table = sourceTable(database.db)
  const turnsOfOwner = lanes(ofOwner)
  const turnsOfAll = lanes(ofAll)

  const authorOf = (source: IssueSourceRow): Author => ({
    owner: source.user_id,
    via: viaOfIssues(source.forge, placeOf(source).name),
    patience: 'housekeeping',
  })

  /** Stores a state, and shows it. */
  async function store(source: IssueSourceRow, change: SourceChange): Promise<void> {
    const { user_id: owner } = source
    await database.transaction(
      owner,
      async (tx) => {
        const hasChanged = await sourceTable(tx).changeUnlessPaused(source, change)
        await database.notifyNodesOfSettings(tx, owner)
        if (change.paused_why && hasChanged)
          await pausedMails.add(tx, owner, { what: 'repository', name: placeOf(source).name, why: change.paused_why })
      },
      'housekeeping',
    )
    if (change.paused_why) pausedMails.wake()
    announceSettings(owner)
  }

  /** The source with the user name at the forge. Only the issues of a person need it. */
  async function withAccount(source: IssueSourceRow, signal: AbortSignal) {
    if (source.choice === 'label' || source.account !== null) return { ...source, account: source.account ?? '' }
    const account = await reading.account(source, signal)
    await store(source, { account })
    return { ...source, account }
  }

  /** Applies what was read as one change of the owner, and stores the state. `done` are the numbers that no webhook has to tell again. */
  async function applyRead(
    source: IssueSourceRow,
    { issues, gone, pages, remark }: Read,
    done: number[],
  ): Promise<void> {
    const isWhole = pages !== undefined
    const now = clock()
    const state: SourceChange = isWhole
      ? {
          ...{ pages, remark: remark ?? null, synced_at: now, due_at: now + syncEveryMs, asked_at: null },
          ...{ failures: 0, failing_since: null, problem: null, wait_until: null },
        }
      : {}
    const work = async (draft: Draft) => {
      const own = sourceTable(draft.tx)
      const present = await own.find(source.user_id, source.id)
      if (!present || present.paused_at !== null || deciding.some((name) => present[name] !== (source[name] || null)))
        return
      await apply(draft, present, issues, gone)
      const wanted = wantedIn(present).filter((number) => !done.includes(number))
      await own.change(present, { ...state, wanted: JSON.stringify(wanted) })
      await database.notifyNodesOfSettings(draft.tx, source.user_id)
    }
    if (issues.length || gone.length || done.length) {
      const { seq } = await history.change(authorOf(source), work, (_nothing, numbers) => numbers)
      if (seq !== null || isWhole) announceSettings(source.user_id)
    } else if (source.asked_at !== null || source.problem !== null || source.remark !== remark)
      await store(source, state)
    else await sourceTable(database.of(source.user_id)).changeUnlessPaused(source, state)
  }

  async function syncAll(source: IssueSourceRow, signal: AbortSignal): Promise<void> {
    const known = await withAccount(source, signal)
    const read = await reading.readAll(known, await table.openNumbers(source), signal)
    signal.throwIfAborted()
    await applyRead(known, read, wantedIn(source))
  }

  async function syncWanted(source: IssueSourceRow, signal: AbortSignal): Promise<void> {
    const known = await withAccount(source, signal)
    const wanted = wantedIn(source)
    const read = await reading.readSingle(known, wanted, signal)
    signal.throwIfAborted()
    await applyRead(known, read, wanted)
  }

  /** Stores why a sync has failed. Returns when the next one begins; null if it was the last one. */
  async function fail(source: IssueSourceRow, problem: ForgeProblem | AppError): Promise<number | null> {
    const now = clock()
    if (problem instanceof ForgeProblem && problem.reason === 'wait') {
      const until = problem.until ?? now + retryPauseMs(1)
      await store(source, { wait_until: until })
      return until
    }
    const failures = source.failures + 1
    const since = source.failing_since ?? now
    const isOver = now - since >= giveUpMs
    const due = now + retryPauseMs(failures)
    await store(source, {
      ...{ failures, failing_since: since, problem: problem.message, asked_at: null, due_at: due, wait_until: null },
      ...(isOver ? { paused_at: now, paused_why: `Every sync has failed for a week. ${problem.message}` } : {}),
    })
    return isOver ? null : due
  }

  /** Works until nothing is due. Returns when something will be; null if nothing waits. */
  async function run(owner: string, id: string, stop: AbortSignal): Promise<number | null> {
    const slow = AbortSignal.timeout(maxRunMs)
    const signal = AbortSignal.any([stop, slow])
    for (let round = 0; round < maxRounds; round++) {
      stop.throwIfAborted()
      const source = await table.find(owner, id)
      if (!source || source.paused_at !== null) return null
      if ((source.wait_until ?? 0) > clock()) return source.wait_until
      try {
        if (source.writes) await sending.readLog(source)
        const nextSend = source.writes ? await sending.send(source, signal) : null
        if (source.due_at <= clock()) await syncAll(source, signal)
        else if (wantedIn(source).length && !source.failures) await syncWanted(source, signal)
        else return Math.min(source.due_at, nextSend ?? source.due_at)
      } catch (error) {
        stop.throwIfAborted()
        if (slow.aborted) return fail(source, tooSlow(placeOf(source).host))
        if (error instanceof ForgeProblem || error instanceof AppError) return fail(source, error)
        throw error
      }
    }
    return clock() + 1_000
  }

  /** Whether a webhook has told of an issue, or the user has asked for a sync, while this node had the lease. */
  async function hasEarlier(owner: string, id: string, time: number | null): Promise<boolean> {
    const source = await table.find(owner, id)
    if (!source || source.paused_at !== null || (source.wait_until ?? 0) > clock()) return false
    const isWanted = wantedIn(source).length > 0 && !source.failures
    const { seq } = await history.position(owner)
    return isWanted || source.due_at < (time ?? 0) || (source.writes === 1 && seq > source.seq)
  }

  const inTurn = (owner: string, id: string, stop: AbortSignal) =>
    turnsOfOwner.run(owner, () => turnsOfAll.run('all', () => run(owner, id, stop)))

  return heldWork({ run: inTurn, hasEarlier, clock })
}

const tooSlow = (host: string) =>
  new ForgeProblem('failed', `${host} took more than ${maxRunMs / 60_000} minutes for its answers.`)
