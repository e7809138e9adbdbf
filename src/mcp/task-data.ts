import { type Static, type TSchema, Type } from 'typebox'
import { file } from '../contract/schemas/files.ts'
import { type GitReference, gitSchemas } from '../contract/schemas/git.ts'
import { type LinkedTask, sentTask, type Task, type TaskWithFiles, taskSchemas } from '../contract/schemas/tasks.ts'
import { taskFields } from '../contract/task-fields.ts'

/** The fields of a task that a list shows. Agents pay for every word, so values that most tasks lack are left out. */
const listed = ['title', 'status', 'priority', 'dueDate', 'startDate', 'labels', 'repeat', 'fileCount'] as const
const detailed = ['description', 'version', 'createdAt', 'updatedAt', 'completedAt'] as const

const sent: Record<string, TSchema> = sentTask
const optional = (names: readonly (keyof Task)[]) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(sent[name] ?? Type.Unknown())]))

type Picked<Names extends keyof Task> = Pick<Task, 'number'> & Partial<Pick<Task, Names>>

export type ListedTask = Picked<(typeof listed)[number]>
export const listedTask = Type.Unsafe<ListedTask>(Type.Object({ number: sentTask.number, ...optional(listed) }))

const linkedTask = taskSchemas.links.result.properties.links.items
const linked = Type.Object({
  kind: linkedTask.properties.kind,
  direction: linkedTask.properties.direction,
  number: linkedTask.properties.task.properties.number,
  title: linkedTask.properties.task.properties.title,
  status: linkedTask.properties.task.properties.status,
})
const attached = Type.Pick(file, ['name', 'size', 'type'])
const referenced = Type.Pick(gitSchemas.ofTask.result.properties.references.items, [
  'kind',
  'name',
  'title',
  'url',
  'state',
])

export type WholeTask = Picked<(typeof listed)[number] | (typeof detailed)[number]> & {
  files: Static<typeof attached>[]
  links: Static<typeof linked>[]
  /** Commits, branches and change requests that name the task, newest first. */
  git: Static<typeof referenced>[]
}
export const wholeTask = Type.Unsafe<WholeTask>(
  Type.Object({
    number: sentTask.number,
    ...optional([...listed, ...detailed]),
    files: Type.Array(attached),
    links: Type.Array(linked),
    git: Type.Array(referenced),
  }),
)

const isDay = (name: string) => name in taskFields && taskFields[name as keyof typeof taskFields].kind === 'day'

const isAbsent = (value: unknown) =>
  value === null || value === undefined || value === '' || value === 0 || (Array.isArray(value) && !value.length)

/** The values of a task that are not absent. A day has no time. */
function picked<N extends keyof Task>(task: Task, names: readonly N[]): Picked<N> {
  const values = names.flatMap((name) => {
    const value = task[name]
    if (isAbsent(value)) return []
    return [[name, isDay(name) ? String(value).slice(0, 10) : value]]
  })
  return { number: task.number, ...Object.fromEntries(values) }
}

export const listedData = (task: Task): ListedTask => picked(task, listed)

const maxReferences = 20

interface Whole {
  task: TaskWithFiles
  links: LinkedTask[]
  references: GitReference[]
}

export function wholeData({ task: { files, ...task }, links, references }: Whole): WholeTask {
  return {
    ...picked(task, [...listed, ...detailed]),
    files: files.map(({ name, size, type }) => ({ name, size, type })),
    links: links.map(({ kind, direction, task: { number, title, status } }) => ({
      kind,
      direction,
      number,
      title,
      status,
    })),
    git: references
      .slice(0, maxReferences)
      .map(({ kind, name, title, url, state }) => ({ kind, name, title, url, state })),
  }
}
