import type { ImportedTask } from '../imports.ts'
import { maxPartLevels, taskLimits } from '../tasks.ts'
import { idOfKey } from './id-of-key.ts'
import type { Source, SourceTask } from './source-task.ts'
import { type Remarking, valuesOf } from './source-values.ts'

export interface ReadSource extends Omit<Source, 'tasks'> {
  tasks: { line: number; task: ImportedTask }[]
}

/**
 * The tasks of a source as an import takes them. Each has an id that follows from its id at the source, or from its title and place in the list,
 * so that importing the same file again finds the same tasks. The name of the file tells those apart that are alike in several files.
 */
export function readSource(format: string, name: string, { tasks, problems, remarks }: Source): ReadSource {
  const result: ReadSource = { tasks: [], problems: [...problems], remarks: [...remarks] }
  const ids = new Map<SourceTask, string>()
  const levels = new Map<SourceTask, number>()
  const seen = new Map<string, number>()
  const made: { source: SourceTask; task: ImportedTask }[] = []
  for (const source of parentsFirst(tasks)) {
    const remark: Remarking = (kind, message) => result.remarks.push({ line: source.line, kind, message })
    const title = source.title.replace(/\s+/g, ' ').trim()
    if (!title) {
      result.problems.push({ line: source.line, message: 'It has no title.' })
      continue
    }
    const parent = placed(source.parent, ids, levels)
    if (parent !== source.parent)
      remark('level', 'Its level is too deep, or its parent is missing: it is a part of the task above.')
    // A title has no line break, so that what stands after one is no part of it.
    const place = source.isIdGlobal ? format : `${format}\n${name}`
    const key = (source.id ?? `${(parent && ids.get(parent)) ?? ''} ${title}`).replaceAll('\n', ' ')
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    const id = idOfKey(`${place}\n${key}\n${count}`)
    ids.set(source, id)
    levels.set(source, parent ? (levels.get(parent) ?? 1) + 1 : 1)
    const task = { _id: id, ...valuesOf(source, title, remark), ...(parent ? { partOf: ids.get(parent) ?? null } : {}) }
    result.tasks.push({ line: source.line, task })
    if (source.blockedBy?.length) made.push({ source, task })
  }
  for (const { source, task } of made) {
    const known = [...new Set((source.blockedBy ?? []).flatMap((other) => ids.get(other) ?? []))]
    const blockedBy = known.filter((id) => id !== task._id).slice(0, taskLimits.links)
    if (blockedBy.length) task.blockedBy = blockedBy
  }
  for (const id of withoutCycles(made.map(({ task }) => task))) {
    const line = made.find(({ task }) => task._id === id)?.source.line ?? 0
    result.remarks.push({ line, kind: 'cycle', message: 'It would wait for itself: a blocker is left out.' })
  }
  return result
}

/** Removes the blockers because of which tasks would wait for themselves. Returns the ids of the tasks that have lost one. */
function withoutCycles(tasks: ImportedTask[]): string[] {
  const byId = new Map(tasks.map((task) => [task._id, task]))
  const state = new Map<string, 'open' | 'done'>()
  const changed: string[] = []
  for (const start of tasks) {
    const path: { task: ImportedTask; next: number }[] = state.has(start._id) ? [] : [{ task: start, next: 0 }]
    state.set(start._id, state.get(start._id) ?? 'open')
    for (let last = path.at(-1); last; last = path.at(-1)) {
      const { task } = last
      const blockers = task.blockedBy ?? []
      const id = blockers[last.next]
      const blocker = id === undefined ? undefined : byId.get(id)
      if (id === undefined) {
        state.set(task._id, 'done')
        path.pop()
      } else if (blocker && state.get(id) === 'open') {
        task.blockedBy = blockers.filter((other) => other !== id)
        changed.push(task._id)
      } else {
        last.next++
        if (!blocker || state.has(id)) continue
        state.set(id, 'open')
        path.push({ task: blocker, next: 0 })
      }
    }
  }
  return changed
}

/** A part comes after its parent. A task that is part of itself, over others, becomes a task of its own. */
function parentsFirst(tasks: SourceTask[]): SourceTask[] {
  const ordered = new Set<SourceTask>()
  for (const task of tasks) {
    const chain = new Set<SourceTask>()
    let last: SourceTask | undefined
    for (let one: SourceTask | undefined = task; one && !ordered.has(one); one = one.parent) {
      if (chain.has(one)) {
        delete last?.parent
        break
      }
      chain.add(one)
      last = one
    }
    for (const one of [...chain].reverse()) ordered.add(one)
  }
  return [...ordered]
}

/** The nearest task above that exists and can have parts. */
function placed(
  parent: SourceTask | undefined,
  ids: ReadonlyMap<SourceTask, string>,
  levels: ReadonlyMap<SourceTask, number>,
): SourceTask | undefined {
  let above = parent
  while (above && (!ids.has(above) || (levels.get(above) ?? 1) >= maxPartLevels)) above = above.parent
  return above
}
