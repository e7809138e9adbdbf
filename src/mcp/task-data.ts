import { isRecent } from '../contract/claims.ts'
import type { Criterion } from '../contract/done-when.ts'
import { criterionState } from '../contract/receipts.ts'
import type { CompletionFile } from '../contract/schemas/files.ts'
import type { GitReference } from '../contract/schemas/git.ts'
import type { LinkedTask, Task, TaskWithFiles } from '../contract/schemas/tasks.ts'
import { type AmountName, amountFields, isShownIn, taskFields } from '../contract/task-fields.ts'
import { claimForProgram } from '../contract/words/claim-words.ts'
import { stateWords } from '../contract/words/receipt-words.ts'

/** The fields of a task that a list shows. Agents pay for every word, so values that most tasks lack are left out. */
const plainlyListed = [
  'title',
  'status',
  'priority',
  'dueDate',
  'startDate',
  'labels',
  'reminders',
  'repeat',
  'claim',
  'fileCount',
  'noteCount',
  'openQuestions',
] as const
const listed: readonly ((typeof plainlyListed)[number] | AmountName)[] = [
  ...plainlyListed,
  ...amountFields.map(({ field }) => field).filter((field) => isShownIn('agents', field)),
]
const detailed = ['description', 'source', 'doneWhen', 'version', 'createdAt', 'updatedAt', 'completedAt'] as const

/** A claim is said in words, which are shorter than its values. */
type Said<Values> = {
  [Name in keyof Values]: Name extends 'claim'
    ? string
    : Name extends 'doneWhen'
      ? (Omit<Criterion, 'id'> & { proof?: string })[]
      : Values[Name]
}
type Picked<Names extends keyof Task> = Pick<Task, 'number'> & Partial<Said<Pick<Task, Names>>>

export type ListedTask = Picked<(typeof listed)[number]>

export type WholeTask = Picked<(typeof listed)[number] | (typeof detailed)[number]> & {
  files: Pick<CompletionFile, 'name' | 'size' | 'type'>[]
  links: (Pick<LinkedTask, 'kind' | 'direction'> & Pick<LinkedTask['task'], 'number' | 'title' | 'status'>)[]
  /** Commits, branches and change requests that name the task, newest first. */
  git: Pick<GitReference, 'kind' | 'name' | 'title' | 'url' | 'state'>[]
  /** How many files, links and references were left out. */
  more?: { files?: number; links?: number; git?: number }
}

const isDay = (name: string) => name in taskFields && taskFields[name as keyof typeof taskFields].kind === 'day'

const isAbsent = (name: string, value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (name === 'fileCount' && value === 0) ||
  (Array.isArray(value) && !value.length)

/** The values of a task that are not absent. A day has no time. */
function picked<N extends keyof Task>(task: Task, names: readonly N[]): Picked<N> {
  const values = names.flatMap((name): [string, unknown][] => {
    const value = task[name]
    if (isAbsent(name, value)) return []
    // Agents name criteria by their sentences.
    if (name === 'doneWhen') return [[name, task.doneWhen?.map((criterion) => shownCriterion(criterion, task.proof))]]
    if (name === 'claim' && task.claim) {
      const now = new Date().toISOString()
      return isRecent(task.claim, now) ? [[name, claimForProgram(task.claim, now)]] : []
    }
    return [[name, isDay(name) ? String(value).slice(0, 10) : value]]
  })
  return { number: task.number, ...Object.fromEntries(values) } as Picked<N>
}

/** A criterion with its proof in words, if it has any. */
function shownCriterion({ id, ...criterion }: Criterion, proof: Task['proof']) {
  const state = criterionState({ id, ...criterion }, proof)
  return state === 'none' ? criterion : { ...criterion, proof: stateWords(state, proof?.[id]?.kind) }
}

export const listedData = (task: Task): ListedTask => picked(task, listed)

/** What belongs to a task and is shown with it. The rest is counted. */
const maxShown = { files: 50, links: 50, git: 10 }

interface Whole {
  task: TaskWithFiles
  links: LinkedTask[]
  /** Links that the server has left out. */
  moreLinks: number
  references: GitReference[]
}

export function wholeData({ task: { files, ...task }, links, moreLinks, references }: Whole): WholeTask {
  // Parts come last, because they may be many, and list_tasks lists them.
  const sorted = [...links.filter((link) => !isPart(link)), ...links.filter(isPart)]
  const left = {
    files: files.length - maxShown.files,
    links: links.length + moreLinks - maxShown.links,
    git: references.length - maxShown.git,
  }
  const more = Object.fromEntries(Object.entries(left).filter(([, count]) => count > 0))
  return {
    ...picked(task, [...listed, ...detailed]),
    files: files.slice(0, maxShown.files).map(({ name, size, type }) => ({ name, size, type })),
    links: sorted.slice(0, maxShown.links).map(({ kind, direction, task: { number, title, status } }) => ({
      kind,
      direction,
      number,
      title,
      status,
    })),
    git: references
      .slice(0, maxShown.git)
      .map(({ kind, name, title, url, state }) => ({ kind, name, title, url, state })),
    ...(Object.keys(more).length ? { more } : {}),
  }
}

const isPart = ({ kind, direction }: LinkedTask) => kind === 'part of' && direction === 'in'
