import { AppError } from '../../contract/errors.ts'
import { type GitEffect, gitEffects, gitLimits } from '../../contract/git.ts'
import type { KnownCommit } from '../../contract/receipts.ts'
import type { GitReference, ReportedCommit } from '../../contract/schemas/git.ts'
import type { Database } from '../database/database.ts'
import type { TaskRow } from '../database/schema.ts'
import type { Author, Draft } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import type { TaskWrites } from '../tasks/task-writes.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import { plainLine } from './plain-line.ts'
import { referenceOf } from './present.ts'
import { referenceTable } from './reference-table.ts'
import type { NewReference, ReferenceWrites } from './reference-writes.ts'

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'change'>
  tasks: Pick<TaskRules, 'idOf' | 'present' | 'changeWithin'>
  taskWrites: Pick<TaskWrites, 'find'>
  writes: ReferenceWrites
  /** The commits on which something of a task was proved, each with the time of its first receipt. */
  provedCommits: (draft: Draft, taskId: string) => Promise<KnownCommit[]>
}

/** A reference to a task, and its effect on it. */
export interface Finding {
  number: number
  effect: GitEffect
  reference: NewReference
  /** The place of a commit in its push. */
  order?: { hashes: readonly string[]; place: number }
}

/** The number of a task and what happened to it. */
interface Applied {
  number: number
  did: 'completed' | 'started' | 'linked' | 'nothing' | 'missing'
}

/** Commits, branches and change requests that name tasks, and what they do to them. */
export function gitRules({ database, history, tasks, taskWrites, writes, provedCommits }: Dependencies) {
  const table = referenceTable(database)

  /** Completes a task, or starts it if it is pending, by the same rule as every other change. Returns whether that changed it. */
  async function take(draft: Draft, id: string, status: string, effect: GitEffect): Promise<boolean> {
    if (effect === 'completes' && status !== 'Completed') {
      try {
        await tasks.changeWithin(draft, id, { status: 'Completed' })
        return true
      } catch (error) {
        // A commit that a token reports is linked all the same. Otherwise it would be reported again and again.
        if (error instanceof AppError && error.code === 'needs_proof') return false
        throw error
      }
    }
    if (effect !== 'starts' || status !== 'Pending') return false
    await tasks.changeWithin(draft, id, { status: 'In Progress' })
    return true
  }

  /**
   * The commits of a push become known at one time. A millisecond between them keeps their order. If something was proved on one that follows, even
   * if that one names no task, this commit is older than its first receipt.
   */
  async function timeIn(draft: Draft, task: TaskRow, { hashes, place }: NonNullable<Finding['order']>) {
    const newer = new Set(hashes.slice(place + 1))
    const proved = newer.size && task.proof !== null ? await provedCommits(draft, task.id) : []
    const times = proved.filter(({ hash }) => newer.has(hash)).map(({ at }) => at)
    return new Date(Date.parse([draft.at, ...times].sort()[0] ?? draft.at) - newer.size).toISOString()
  }

  /** Links one reference and takes its effect on the task, within a change. Fails if the owner has reached a limit. */
  async function applyOne(draft: Draft, { number, effect, reference, order }: Finding): Promise<Applied> {
    const task = await taskWrites.find(draft, { number })
    if (!task || task.trashed_at) return { number, did: 'missing' }
    const isNew = await writes.put(draft, task, reference, effect, order ? await timeIn(draft, task, order) : draft.at)
    if (isNew === undefined) return { number, did: 'nothing' }
    const changed = await take(draft, task.id, task.status, effect)
    if (!changed) return { number, did: 'linked' }
    return { number, did: effect === 'completes' ? 'completed' : 'started' }
  }

  /** Links references and takes their effects, within a change. Tasks that do not exist or are in the trash are left out. */
  async function apply(draft: Draft, findings: Finding[]): Promise<string> {
    const applied: Applied[] = []
    for (const finding of findings) applied.push(await applyOne(draft, finding))
    return inWords(applied)
  }

  return {
    apply,
    /** The references of a task, newest first. Fails with `not_found`. */
    async ofTask(owner: string, id: string): Promise<GitReference[]> {
      return (await table.ofTask(owner, await tasks.idOf(owner, id))).map(referenceOf)
    },
    /** The commits that name a task. */
    commitsOf: async (owner: string, taskId: string): Promise<KnownCommit[]> =>
      (await table.ofTask(owner, taskId)).flatMap(({ kind, name, at }) =>
        kind === 'commit' ? { hash: name, at } : [],
      ),
    /** All references, as pages of JSON. */
    async *pages(owner: string): AsyncGenerator<string[]> {
      for await (const rows of table.pages(owner)) {
        yield rows.map((row) => JSON.stringify({ ...referenceOf(row), task: row.task_id }))
      }
    },
    /** Those that were undone as well, each with its effect. */
    async *pagesOfAll(owner: string): AsyncGenerator<string[]> {
      for await (const rows of table.pagesOfAll(owner)) {
        yield rows.map(({ task_id: task, effect, removed_at: removedAt, ...row }) =>
          JSON.stringify({
            ...referenceOf({ ...row, task_id: task, effect, removed_at: removedAt }),
            task,
            effect,
            removedAt,
          }),
        )
      }
    },
    /** Adds a commit to a task and takes its effect. Fails with `not_found`, which says whether the task can be restored. */
    report(author: Author, id: string, { commit, effect, ...more }: ReportedCommit) {
      const work = async (draft: Draft) => {
        const { number } = await tasks.present(draft, id)
        const title = plainLine(more.title, gitLimits.title)
        const repository = plainLine(more.repository ?? '', gitLimits.name) || null
        const reference = { name: commit, title, url: more.url ?? null, repository, state: null }
        return apply(draft, [{ number, effect, reference: { kind: 'commit', ...reference } }])
      }
      return history.change(author, work, (message, numbers) => ({ message, ...numbers }))
    },
  }
}

export type GitRules = ReturnType<typeof gitRules>

const words: [Applied['did'], string][] = [
  ['completed', 'Completed'],
  ['started', 'Started'],
  ['linked', 'Linked'],
  ['nothing', 'Already known:'],
  ['missing', 'Not found:'],
]

/** The results, for the log of deliveries: `Completed #12. Linked #3 and #4.` A task is named once, with the most that happened to it. */
function inWords(applied: Applied[]): string {
  const told = new Set<number>()
  const sentences = words.flatMap(([did, word]) => {
    const numbers = new Set(
      applied.filter((one) => one.did === did && !told.has(one.number)).map(({ number }) => number),
    )
    for (const number of numbers) told.add(number)
    return numbers.size ? `${word} ${inList([...numbers].map((number) => `#${number}`))}.` : []
  })
  return sentences.join(' ') || 'No task is named.'
}

const list = new Intl.ListFormat('en')
const inList = (names: string[]) => list.format(names)

/** The strongest effect for each pair of task and reference, strongest first, so that a task is completed before it would be started. */
export const strongestFirst = (findings: Finding[]): Finding[] =>
  findings.toSorted((a, b) => gitEffects.indexOf(b.effect) - gitEffects.indexOf(a.effect))
