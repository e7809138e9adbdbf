import { type Claim, claimLimits, isHeld, isSameHolder, newClaim } from '../../contract/claims.ts'
import type { Scope } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { ChangeNumbers } from '../../contract/schemas/shapes.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { changedValues } from '../../contract/task-changes.ts'
import type { TaskValues } from '../../contract/task-fields.ts'
import { taskLimits } from '../../contract/tasks.ts'
import { tokenOfVia, viaOfToken } from '../../contract/via.ts'
import { durationInWords, holderInWords } from '../../contract/words/claim-words.ts'
import type { TaskRow } from '../database/schema.ts'
import type { Author, Draft } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import { claimOf, held } from '../tasks/claim-check.ts'
import { firstReady } from '../tasks/claim-conditions.ts'
import { taskOf, valuesOf } from '../tasks/fields.ts'
import type { TaskWrites } from '../tasks/task-writes.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import { type Choice, type PickingDependencies, picking } from './picking.ts'

interface Dependencies extends PickingDependencies {
  history: HistoryRules
  tasks: Pick<TaskRules, 'ready' | 'pages' | 'present' | 'eachPresent'>
  writes: TaskWrites
  tokens: { list: (owner: string) => Promise<{ name: string; scope: Scope }[]> }
  clock: () => number
}

/** Other agents may take all candidates before this one has its turn. */
const maxRounds = 20

/** Claims of tasks. The deck of an owner is locked while one is made, on all nodes, so no task has two holders. */
export function claimRules({ history, writes, tokens, clock, ...dependencies }: Dependencies) {
  const { tasks } = dependencies
  const candidatesFor = picking(dependencies)

  /** Sets the claim of a task, and begins the work. */
  function set(draft: Draft, row: TaskRow, claim: Claim): Promise<TaskRow> {
    const status = row.status === 'In Progress' ? {} : changedValues({ status: 'In Progress' }, valuesOf(row), draft.at)
    return writes.set(draft, row, { ...status, claim } satisfies Partial<TaskValues>)
  }

  async function claimOne(draft: Draft, row: TaskRow, minutes: number): Promise<Task> {
    const former = claimOf(row)
    if (former && isHeld(former, draft.at) && !isSameHolder(former.by, draft.via)) throw held(row, former, draft.at)
    if (row.status === 'Completed') throw completed(row)
    return taskOf(await set(draft, row, newClaim(draft.via, draft.at, minutes, former)))
  }

  const claimed = (task: Task | undefined, numbers: ChangeNumbers) => {
    if (!task?.claim) throw new TakenMeanwhile()
    const time = durationInWords(task.claim.minutes * 60_000)
    return { message: `Task #${task.number} is yours for ${time}.`, task, ...numbers }
  }

  async function pick(author: Author, choice: Choice, minutes: number) {
    // A repetition gets its answer even if nothing is ready any more.
    await history.refuseRepetition(author)
    for (let round = 0; round < maxRounds; round++) {
      const candidates = await candidatesFor(author.owner, choice, new Date(clock()).toISOString())
      if (!candidates.ids.length) throw nothingReady(choice)
      try {
        const work = async (draft: Draft) => {
          const first = await firstReady(draft, candidates.ids, candidates.today)
          return first === undefined ? undefined : claimOne(draft, await tasks.present(draft, first), minutes)
        }
        return await history.change(author, work, claimed)
      } catch (error) {
        if (!(error instanceof TakenMeanwhile)) throw error
      }
    }
    throw new AppError('unavailable', 'Many agents take tasks at this moment. Try again.', { retryAfter: 1 })
  }

  /** Changes the claims of these tasks as one change. Returns them if there are not too many to be answered. */
  function changeAll(
    author: Author,
    ids: string[],
    words: (count: string) => string,
    step: (draft: Draft, row: TaskRow) => Promise<TaskRow>,
  ) {
    const work = async (draft: Draft) => {
      const changed: Task[] = []
      const count = await tasks.eachPresent(draft, ids, async (row) => {
        const next = await step(draft, row)
        if (changed.length < taskLimits.bulk) changed.push(taskOf(next))
      })
      const isAnswered = count <= taskLimits.bulk
      if (!isAnswered) draft.answerNames([])
      return { count, ...(isAnswered ? { tasks: changed } : {}) }
    }
    return history.change(author, work, ({ count, ...rest }, numbers) => ({
      message: words(`${count} ${count === 1 ? 'task' : 'tasks'}`),
      ...rest,
      ...numbers,
    }))
  }

  return {
    /**
     * Claims a task, or the most urgent one that is ready. Fails with `held` if somebody else holds the task, and with `nothing_ready` if no task is
     * ready.
     */
    claim(
      author: Author,
      { task, minutes = claimLimits.default, ...choice }: Choice & { task?: string; minutes?: number },
    ) {
      if (task === undefined) {
        if (choice.view && choice.filter) throw new AppError('invalid_input', 'Give either view or filter, not both.')
        return pick(author, choice, minutes)
      }
      if (choice.view || choice.filter)
        throw new AppError('invalid_input', 'Give either a task, or a view or filter to choose from.')
      return history.change(
        author,
        async (draft) => claimOne(draft, await tasks.present(draft, task), minutes),
        claimed,
      )
    },

    /** Renews the claim of its holder, even if it has run out. Fails with `held` if somebody else has taken the task, and with `conflict` if it was released. */
    renew(author: Author, { task, minutes }: { task: string; minutes?: number }) {
      const work = async (draft: Draft) => {
        const row = await tasks.present(draft, task)
        const claim = claimOf(row)
        if (claim && isSameHolder(claim.by, draft.via)) return claimOne(draft, row, minutes ?? claim.minutes)
        if (claim && isHeld(claim, draft.at)) throw held(row, claim, draft.at)
        throw new AppError('conflict', `You do not hold task #${row.number}. Claim it first.`)
      }
      return history.change(author, work, claimed)
    },

    /** Releases tasks, and leaves alone those that nobody holds. A token can release only its own: fails with `held` for others. */
    release: (author: Author, ids: string[]) =>
      changeAll(
        author,
        ids,
        (count) => `${count} released.`,
        async (draft, row) => {
          const claim = claimOf(row)
          if (!claim) return row
          const isOther = tokenOfVia(draft.via) !== undefined && !isSameHolder(claim.by, draft.via)
          if (isOther && isHeld(claim, draft.at)) throw held(row, claim, draft.at)
          return writes.set(draft, row, { claim: null })
        },
      ),

    /** Gives tasks to the person who calls, or to one of their tokens. Fails with `not_found` if there is no such token, and with `invalid_input` if it may only read. */
    async handOver(
      author: Author,
      { ids, to, minutes = claimLimits.default }: { ids: string[]; to?: string; minutes?: number },
    ) {
      if (to !== undefined) {
        const token = (await tokens.list(author.owner)).find(({ name }) => name === to)
        if (!token) throw new AppError('not_found', `You have no token named “${to}”.`)
        if (token.scope !== 'write') throw new AppError('invalid_input', `The token “${to}” may only read.`)
      }
      const by = to === undefined ? author.via : viaOfToken(to)
      const words = (count: string) =>
        to === undefined ? `${count} taken over.` : `${count} handed over to ${holderInWords(by)}.`
      return changeAll(author, ids, words, async (draft, row) => {
        if (row.status === 'Completed') throw completed(row)
        return set(draft, row, newClaim(by, draft.at, minutes, claimOf(row)))
      })
    },
  }
}

export type ClaimRules = ReturnType<typeof claimRules>

/** All candidates were taken by others, or are no longer ready. */
class TakenMeanwhile extends Error {}

const completed = ({ number }: TaskRow) =>
  new AppError('conflict', `Task #${number} is completed. Reopen it first. Nothing was changed.`)

const nothingReady = ({ view, filter }: Choice) =>
  new AppError(
    'nothing_ready',
    `No task ${view || filter ? 'that you ask for ' : ''}is ready: each is completed, held, blocked, not started, has open parts, or waits for an answer.`,
  )
