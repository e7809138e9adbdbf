import { AppError } from '../../contract/errors.ts'
import type { ManyChange, NewTask, NextTasks, Task, TaskChange, TaskLink } from '../../contract/schemas/tasks.ts'
import { bulkValues, changedValues } from '../../contract/task-changes.ts'
import type { TaskValues } from '../../contract/task-fields.ts'
import { taskLimits } from '../../contract/tasks.ts'
import { JsonAnswer } from '../answers/json-answer.ts'
import type { LongAnswers } from '../answers/long-answers.ts'
import type { Database } from '../database/database.ts'
import type { TaskRow } from '../database/schema.ts'
import type { Author, Draft } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import type { Config } from '../settings/config.ts'
import { addingTasks } from './adding.ts'
import { alikeTasks } from './alike.ts'
import { makeRoom } from './board-order.ts'
import { taskOf, valuesOf } from './fields.ts'
import { followingTasks, type Today } from './following.ts'
import { importingTasks } from './importing.ts'
import { checkLinkCount, linksFor, linkTargets } from './links.ts'
import { byTask, mergeEdits, readBudget, versionsOf } from './merge.ts'
import { presentTasks } from './present-tasks.ts'
import type { ProofRuleOf } from './proof-check.ts'
import { taskReading } from './reading.ts'
import type { NoteSearch } from './search.ts'
import { taskIds } from './task-ids.ts'
import { countTasks, erasing, taskTitles } from './task-table.ts'
import { refuseRepeated, type TaskWrites } from './task-writes.ts'
import { type Ticked, tickedIn } from './ticks.ts'
import { checkCriteria, checkRepeats, withCleanRepeat, withKnownCriteria } from './values.ts'

interface Dependencies {
  database: Database
  history: HistoryRules
  writes: TaskWrites
  searchNotes: NoteSearch
  longAnswer: LongAnswers
  today: Today
  proofRule: ProofRuleOf
  /** Stores who has ticked criteria. */
  onTicked: (draft: Draft, row: TaskRow, criteria: Ticked[]) => Promise<void>
  config: Pick<Config, 'listCacheBytes' | 'maxSearchMs' | 'maxTasks'>
}

/** The tasks of one owner. Tasks of other owners are treated as missing, and so are those in the trash when they are read. */
export function taskRules(rules: Dependencies) {
  const { database, history, writes, searchNotes, longAnswer, today, proofRule, onTicked, config } = rules
  const nextId = taskIds()
  const links = linkTargets(writes)
  const dependencies = { writes, nextId, today, proofRule }
  const { add, addRows } = addingTasks({ writes, links, nextId, onTicked, maxTasks: config.maxTasks })

  const { present, presentOnce, slices } = presentTasks(writes)

  /** Changes all of these tasks in the same way. Returns them if there are not too many to be answered. */
  async function changeAll(
    draft: Draft,
    ids: string[],
    values: ManyChange,
    versions: Record<string, number>,
    next: NextTasks = {},
  ) {
    const named = await presentOnce(draft, ids)
    const isAnswered = named.length <= taskLimits.bulk
    if (!isAnswered) draft.answerNames([])
    const versionOf = versionsOf(named, versions)
    const resolved = await links.resolveLinks(draft, values)
    const cleaned = withCleanRepeat(values)
    const nextIds = new Map(byTask('next.ids', named, next.ids ?? {}))
    refuseRepeated([...nextIds.values()])
    const following = followingTasks(dependencies, draft, next.today)
    const tasks: Task[] = []
    const nextTasks: Task[] = []
    const budget = readBudget()
    for await (const rows of slices(draft, named)) {
      const edits = rows.map((row) => {
        const change = { ...cleaned, ...resolved, addLinks: linksFor(row, resolved) }
        // Elements are added to the current ones, so they never conflict.
        const before = valuesOf(row)
        const { labels = [], blockedBy, related, ...wanted } = bulkValues(change, before, draft.at)
        checkRepeats({ ...before, ...wanted }, before)
        return { row, wanted, elements: { labels, ...given({ blockedBy, related }) }, version: versionOf.get(row.id) }
      })
      for (const [index, { row, values: merged }] of (await mergeEdits(draft, edits, budget)).entries()) {
        const { elements } = edits[index] as (typeof edits)[number]
        checkLabels(row, elements.labels)
        checkReminders(row, merged.reminders ?? [])
        checkLinkCount(row, elements)
        const changed = await following.set(row, { ...merged, ...elements }, nextIds.get(row.id))
        if (isAnswered) tasks.push(taskOf(changed))
      }
      const added = await addRows(draft, ...following.take())
      if (isAnswered) nextTasks.push(...added)
    }
    await links.unrelate(
      draft,
      resolved,
      named.map(({ id }) => id),
    )
    return { count: named.length, ...(isAnswered ? { tasks } : {}), ...(nextTasks.length ? { nextTasks } : {}) }
  }

  async function createWithin(draft: Draft, task: NewTask): Promise<TaskRow> {
    const [made] = await add(draft, [task])
    if (!made) throw new Error('A task was created but not returned')
    return made
  }

  async function updateWithin(draft: Draft, id: string, values: TaskChange, version: number | undefined) {
    checkCriteria(values)
    const row = await present(draft, id)
    const before = valuesOf(row)
    const resolved = await links.resolve(draft, { ...before, id: row.id }, values)
    const wanted = changedValues(withKnownCriteria(withCleanRepeat(resolved), before), before, draft.at)
    checkRepeats({ ...before, ...wanted }, before)
    const [merged] = await mergeEdits(draft, [{ row, wanted, version }])
    checkLabels(row, merged.values.labels ?? [])
    checkReminders(row, merged.values.reminders ?? [])
    checkLinkCount(row, merged.values)
    const following = followingTasks(dependencies, draft, values.next?.today)
    const allValues = { ...merged.values, ...(await placed(writes, draft, row, values)) }
    const changed = await following.set(row, allValues, values.next?._id)
    const ticked = tickedIn(before.doneWhen, merged.values.doneWhen)
    if (ticked.length) await onTicked(draft, changed, ticked)
    const task = taskOf(ticked.length ? await present(draft, row.id) : changed)
    const [nextTask] = await addRows(draft, ...following.take())
    return { task, ...(nextTask ? { nextTask } : {}) }
  }

  async function changeLinks(author: Author, id: string, change: ManyChange, message: string, version?: number) {
    const work = async (draft: Draft) => {
      const { tasks = [] } = await changeAll(draft, [id], change, version === undefined ? {} : { [id]: version })
      if (!tasks[0]) throw new Error('A task was linked but not returned')
      return tasks[0]
    }
    return history.change(author, work, (task, numbers) => ({ message, task, ...numbers }))
  }

  return {
    ...taskReading({ database, searchNotes, longAnswer, config }),

    create: (author: Author, task: NewTask) =>
      history.create(
        author,
        (draft) => createWithin(draft, task),
        ({ json }, numbers) => withTasks({ message: 'Task created successfully!', ...numbers }, 'task', json),
      ),
    /** Creates a task within a change. */
    createWithin,
    /** Creates all of the tasks or none, numbered in the given order. */
    createMany: (author: Author, tasks: NewTask[]) =>
      history.create(
        author,
        (draft) => add(draft, tasks),
        (rows, numbers) =>
          withTasks(
            { message: `${counted(rows.length)} created.`, ...numbers },
            'tasks',
            `[${rows.map(({ json }) => json).join(',')}]`,
          ),
      ),

    /**
     * Changes some fields. If a version is given, the change is merged with those that were made since. Fails with `changed_meanwhile`
     * if they have changed the same fields.
     */
    update: (author: Author, id: string, values: TaskChange, version?: number) =>
      history.change(
        author,
        (draft) => updateWithin(draft, id, values, version),
        (tasks, numbers) => ({ message: 'Task updated successfully!', ...tasks, ...numbers }),
      ),
    /** The same within a change. */
    updateWithin,

    /** Changes all of the tasks or none in the same way, as one change. Merges like `update` where a version is given. */
    async updateMany(
      author: Author,
      ids: string[],
      values: ManyChange,
      versions: Record<string, number> = {},
      next: NextTasks = {},
    ) {
      const work = (draft: Draft) => changeAll(draft, ids, values, versions, next)
      return history.change(author, work, ({ count, ...tasks }, numbers) => ({
        message: `${counted(count)} updated.`,
        ...tasks,
        ...numbers,
      }))
    },
    /** Adds a link. If a version is given, the change is merged like `update`. */
    link: (author: Author, id: string, link: TaskLink, version?: number) =>
      changeLinks(author, id, { addLinks: [link] }, 'Task linked.', version),
    /** Removes a link, if there is one. Merges like `link`. */
    unlink: (author: Author, id: string, link: TaskLink, version?: number) =>
      changeLinks(author, id, { removeLinks: [link] }, 'Link removed.', version),
    /** Moves all of the tasks or none to the trash, as one change. */
    removeMany(author: Author, ids: string[]) {
      const work = async (draft: Draft) => {
        const named = await presentOnce(draft, ids)
        draft.answerNames([])
        for await (const rows of slices(draft, named)) for (const row of rows) await writes.trash(draft, row)
        return named.length
      }
      return history.change(author, work, (count, numbers) => ({ message: `${counted(count)} deleted.`, ...numbers }))
    },

    /** Moves a task to the trash. */
    remove: (author: Author, id: string) =>
      history.change(
        author,
        async (draft) => writes.trash(draft, await present(draft, id)),
        (_row, numbers) => ({ message: 'Task deleted successfully!', ...numbers }),
      ),

    /** Creates and changes tasks of an import within a change. */
    importWithin: importingTasks({ ...dependencies, addRows }),
    findAlike: alikeTasks(database),
    present,
    /** Does a step for each of these tasks within a change, batch by batch. Returns their number. Fails like `present`. */
    async eachPresent(draft: Draft, ids: string[], step: (row: TaskRow) => Promise<void>): Promise<number> {
      const named = await presentOnce(draft, ids)
      for await (const rows of slices(draft, named)) for (const row of rows) await step(row)
      return named.length
    },
    /** Changes a task within a change, like `update`: completing one that repeats adds the next one. Fails like `present`. */
    async changeWithin(draft: Draft, id: string, values: ManyChange): Promise<void> {
      await changeAll(draft, [id], values, {})
    },
    /**
     * Sets fields of a task within a change, whatever they are now, for a noun that has merged them: completing one that repeats adds the next one.
     * Returns the task as it is then.
     */
    async setWithin(draft: Draft, row: TaskRow, values: Partial<TaskValues>): Promise<TaskRow> {
      const following = followingTasks(dependencies, draft, undefined)
      const changed = await following.set(row, values, undefined)
      await addRows(draft, ...following.take())
      return changed
    },
    /** The number of tasks, including the trash. */
    count: (owner: string): Promise<number> => countTasks(database.db, owner),
    /** The titles of tasks by id, without tasks in the trash. */
    titles: taskTitles(database),
    /** Removes a limited number of a deleted account's tasks, with the rows of their files. Returns false if none is left. */
    eraseSlice: erasing(database),
  }
}

/** An answer with new tasks, whose stored JSON is sent as it is: making it again would cost as much as checking the input. */
const withTasks = (answer: object, name: 'task' | 'tasks', json: string) =>
  new JsonAnswer(`${JSON.stringify(answer).slice(0, -1)},"${name}":${json}}`)

export type TaskRules = ReturnType<typeof taskRules>

function checkLabels({ number }: TaskRow, labels: string[]): void {
  if (labels.length <= taskLimits.labels) return
  throw new AppError('invalid_input', `Task #${number} would have more than ${taskLimits.labels} labels.`)
}

/** The merged reminders of two devices may be too many. */
function checkReminders({ number }: TaskRow, reminders: string[]): void {
  if (reminders.length <= taskLimits.reminders) return
  throw new AppError('invalid_input', `Task #${number} would have more than ${taskLimits.reminders} reminders.`)
}

async function placed(writes: TaskWrites, draft: Draft, row: TaskRow, { place, position }: TaskChange) {
  if (!place) return {}
  if (position !== undefined) throw new AppError('invalid_input', 'Give either place or position, not both.')
  return { position: await makeRoom(writes, draft, row, place) }
}

/** Without the values that are undefined. */
const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: NonNullable<T[Name]>
  }

const counted = (count: number) => `${count} ${count === 1 ? 'task' : 'tasks'}`
