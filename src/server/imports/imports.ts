import { AppError } from '../../contract/errors.ts'
import { importLimits } from '../../contract/imports.ts'
import { type Issue, problemIn } from '../../contract/input-problem.ts'
import type { ImportQuery, ImportResult } from '../../contract/schemas/imports.ts'
import type { Validate } from '../calls/input.ts'
import type { Upload } from '../calls/upload.ts'
import type { Author, Draft } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import type { Imported, ImportLine, LineProblem, SourceMemory } from '../tasks/importing.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import { lanes } from '../work/lanes.ts'
import { pauses } from '../work/slices.ts'
import { packFields, unpackFields } from './source-fields.ts'
import { sourceTable } from './source-table.ts'
import { textLines } from './text-lines.ts'

interface Dependencies {
  history: Pick<HistoryRules, 'change'>
  tasks: Pick<TaskRules, 'importWithin' | 'findAlike'>
  maxSliceMs: number
}

/** Ends the transaction of a dry run, so that nothing is written. */
class DryRun extends Error {
  readonly imported: Imported

  constructor(imported: Imported) {
    super('A dry run writes nothing')
    this.imported = imported
  }
}

interface Watcher {
  /** Ends the import before it is written. */
  stop?: AbortSignal
  /** Called with the number of tasks that are done, of all. */
  onProgress?: (done: number, of: number) => void
}

/** Imports: many tasks, each with its own values, as one change. */
export function importRules({ history, tasks, maxSliceMs }: Dependencies) {
  // Imports are long work, and an owner can repeat them.
  const places = lanes({ maxRunning: 1, maxWaiting: 2, restsAsLong: true, maxRestMs: 500 })

  /** The new tasks that look like one here, in the order of their lines. */
  async function alikeOf(owner: string, fresh: ImportLine[], own: ReadonlySet<string>) {
    const imported = fresh.map(({ task }) => task)
    const found = await tasks.findAlike(owner, imported, own)
    return fresh.flatMap(({ line, task: { _id: id } }) => {
      const _id = found.get(id)
      return _id === undefined ? [] : [{ line, _id }]
    })
  }

  async function run(
    author: Author,
    upload: Upload,
    query: ImportQuery,
    validate: Validate,
    { stop, onProgress }: Watcher,
  ): Promise<ImportResult> {
    const { dryRun, skip, restore, fromSource, conflicts = 'refuse' } = query
    stop?.throwIfAborted()
    const { lines, problems } = await readLines(textLines(upload), validate, pauses(maxSliceMs))
    onProgress?.(0, lines.length)
    const choices = {
      ...{ conflicts, restores: restore === 'true', stop },
      ...(fromSource === 'true' ? { sources: sourceMemory } : {}),
      ...(onProgress ? { onProgress: (done: number) => onProgress(done, lines.length) } : {}),
    }
    const work = async (draft: Draft) => {
      const imported = await tasks.importWithin(draft, lines, choices)
      const all = { ...imported, problems: [...problems, ...imported.problems].sort((a, b) => a.line - b.line) }
      if (dryRun === 'true') throw new DryRun(all)
      if (all.problems.length && skip !== 'true') throw withProblems(all.problems)
      return all
    }
    try {
      return await history.change({ ...author, stop }, work, (imported, numbers) => ({
        ...answerOf(imported, 'Imported'),
        ...numbers,
      }))
    } catch (error) {
      if (!(error instanceof DryRun)) throw error
      const { here } = error.imported
      const isKnown = new Set(Object.values(here).flat())
      const fresh = lines.filter(({ line }) => !isKnown.has(line))
      const alike = await alikeOf(author.owner, fresh, new Set(lines.map(({ task }) => task._id)))
      return { ...answerOf(error.imported, 'Would import'), here: { ...here, alike }, change: null, seq: null }
    }
  }

  return {
    /**
     * Creates and changes the tasks of these lines as one change, or reports what it would do. Fails with `invalid_input` if a line has a problem,
     * unless such lines are to be left out, and with `changed_meanwhile` if a field was changed here, too, unless a choice is given. If it is
     * stopped, nothing is imported.
     */
    async run(
      author: Author,
      upload: Upload,
      query: ImportQuery,
      validate: Validate,
      watcher: Watcher = {},
    ): Promise<ImportResult> {
      try {
        return await places.run(author.owner, async () => run(author, upload, query, validate, watcher))
      } catch (error) {
        throw watcher.stop?.aborted ? stopped(error) : error
      } finally {
        upload.close()
      }
    },
  }
}

export type ImportRules = ReturnType<typeof importRules>

const stopped = (cause: unknown) =>
  new AppError('invalid_input', 'The client has left before the end. Nothing was imported.', { cause })

/** The values of tasks in other programs. */
const sourceMemory: SourceMemory = {
  async find({ tx, owner }, ids) {
    const found = await sourceTable(tx, owner).find(ids)
    return new Map([...found].map(([id, fields]) => [id, unpackFields(fields)]))
  },
  async keep({ tx, owner }, tasks, known) {
    const packed = tasks.map(({ id, values }) => [id, packFields(values)] as const)
    await sourceTable(tx, owner).put(packed, known)
  },
}

/** The tasks in lines of JSON. Lets others have their turn in between. */
async function readLines(texts: AsyncIterable<string>, validate: Validate, pause: () => Promise<void> | undefined) {
  const lines: ImportLine[] = []
  const problems: LineProblem[] = []
  const known = new Set<string>()
  let line = 0
  for await (const one of texts) {
    const text = one.trim()
    line++
    await pause()
    if (!text) continue
    const task = parsed(text)
    const problem = problemOf(task, validate)
    if (problem === undefined && known.has(task._id)) problems.push({ line, message: 'Its _id is on a line above.' })
    else if (problem === undefined) lines.push({ line, task })
    else problems.push({ line, message: problem })
    if (problem === undefined) known.add(task._id)
    if (lines.length + problems.length > importLimits.tasks)
      throw new AppError(
        'too_large',
        `An import has at most ${importLimits.tasks} tasks, and lines with problems count as well. Divide it into several.`,
      )
  }
  if (!lines.length && !problems.length) throw new AppError('invalid_input', 'The import contains no tasks.')
  return { lines, problems }
}

function parsed(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function problemOf(value: unknown, validate: Validate): string | undefined {
  if (value === undefined) return 'This is not JSON.'
  if (validate(value)) return undefined
  return problemIn(validate.errors as readonly Issue[] | undefined, 'The line')
}

function withProblems(problems: LineProblem[]): AppError {
  const [first] = problems
  const others = problems.length - 1
  const more = others ? ` ${others} more ${others === 1 ? 'line has a problem' : 'lines have problems'}.` : ''
  return new AppError('invalid_input', `Line ${first?.line}: ${first?.message}${more} Nothing was imported.`)
}

const counted = (count: number) => `${count} ${count === 1 ? 'task' : 'tasks'}`

function answerOf({ created, updated, unchanged, problems, remarks }: Imported, lead: string) {
  const parts = [
    `${lead} ${counted(created)}`,
    ...(updated ? [`${updated} changed`] : []),
    ...(unchanged ? [`${unchanged} as they are`] : []),
    ...(problems.length ? [`${problems.length} left out`] : []),
  ]
  return {
    message: `${parts.join(', ')}.`,
    ...{ created, updated, unchanged },
    problems: problems.slice(0, importLimits.listedProblems),
    problemCount: problems.length,
    remarks: remarks.slice(0, importLimits.listedProblems),
  }
}
