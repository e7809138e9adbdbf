import { AppError } from '../../contract/errors.ts'
import { type LinkValues, linkedIds } from '../../contract/links.ts'
import type { ManyChange, TaskLink } from '../../contract/schemas/tasks.ts'
import { linkKinds, taskLimits } from '../../contract/tasks.ts'
import type { TaskRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'
import { valuesOf } from './fields.ts'
import { keyOf } from './task-ids.ts'
import type { Identified, TaskWrites } from './task-writes.ts'

/** The links that a change of many tasks adds and removes, with the ids of their tasks. */
export interface ResolvedLinks {
  addLinks: TaskLink[]
  removeLinks: TaskLink[]
  /** The tasks that are related to the targets already, by target. */
  relatedBy: ReadonlyMap<string, readonly string[]>
}

export const hasLinks = (values: LinkValues) => linkKinds.some((kind) => linkedIds(values, kind).length > 0)

/** Finds the tasks that links name, within a change. `link-checks.ts` checks the links themselves. */
export function linkTargets(writes: TaskWrites) {
  /** The tasks with these ids or numbers, by the name that was given, in or outside the trash. Unknown names are left out. */
  async function named(draft: Draft, names: string[]): Promise<Map<string, Identified>> {
    const keys = new Map(names.map((name) => [name, keyOf(name)]))
    const found = await writes.identify(draft, [...keys.values()])
    return new Map(
      [...keys].flatMap(([name, key]) => {
        const task = found.find(({ id, number }) => ('id' in key ? id === key.id : number === key.number))
        return task ? [[name, task]] : []
      }),
    )
  }

  async function relatedOf(draft: Draft, ids: string[]): Promise<Map<string, readonly string[]>> {
    const rows = await Promise.all(ids.map((id) => writes.find(draft, { id })))
    return new Map(rows.flatMap((row) => (row ? [[row.id, linkedIds(valuesOf(row), 'related')]] : [])))
  }

  return {
    /**
     * The values with the ids of the tasks that they name. Fails with `not_found` if a task that is not linked yet does not exist, or is in the
     * trash. Tasks that were deleted for good since they were linked are left out. `siblings` are created in the same change.
     */
    async resolve<T extends LinkValues>(
      draft: Draft,
      { id, ...before }: LinkValues & { id: string },
      values: T,
      siblings: readonly string[] = [],
    ): Promise<T> {
      const names = linkKinds.flatMap((kind) => linkedIds(values, kind))
      if (!names.length) return values
      const found = await named(draft, names)
      const resolved = (kind: (typeof linkKinds)[number]) =>
        linkedIds(values, kind).flatMap((name) => {
          const task = found.get(name)
          const to = task?.id ?? name
          if (to === id) throw linkToItself()
          if (linkedIds(before, kind).includes(to)) return task ? to : []
          if (!task && !siblings.includes(to)) throw noTarget()
          if (task?.trashed_at) throw targetInTrash(task)
          return to
        })
      const [partOf = null] = resolved('part of')
      const related = resolved('related')
      const relatedBy = await relatedOf(draft, related)
      return {
        ...values,
        ...(values.partOf === undefined ? {} : { partOf }),
        ...(values.blockedBy === undefined ? {} : { blockedBy: resolved('blocked by') }),
        ...(values.related === undefined ? {} : { related: related.filter((to) => !relatedBy.get(to)?.includes(id)) }),
      }
    },

    /** The links of a change with the ids of the tasks that they name. Fails with `not_found` if one does not exist, or is to be linked and in the trash. */
    async resolveLinks(draft: Draft, { addLinks = [], removeLinks = [] }: ManyChange): Promise<ResolvedLinks> {
      const found = await named(
        draft,
        [...addLinks, ...removeLinks].map(({ to }) => to),
      )
      const resolved = ({ kind, to }: TaskLink): TaskLink => {
        const task = found.get(to)
        if (!task) throw noTarget()
        return { kind, to: task.id }
      }
      const links = { addLinks: addLinks.map(resolved), removeLinks: removeLinks.map(resolved) }
      const trashed = addLinks.flatMap(({ to }) => found.get(to) ?? []).find(({ trashed_at }) => trashed_at)
      if (trashed) throw targetInTrash(trashed)
      const related = [...links.addLinks, ...links.removeLinks].filter(({ kind }) => kind === 'related')
      return { ...links, relatedBy: await relatedOf(draft, [...new Set(related.map(({ to }) => to))]) }
    },

    /** Removes links between related tasks that are stored at the other task. */
    async unrelate(draft: Draft, { removeLinks, relatedBy }: ResolvedLinks, ids: readonly string[]): Promise<void> {
      const removed = removeLinks.filter(({ kind, to }) => kind === 'related' && relatedBy.get(to)?.length)
      const changed = new Set(ids)
      for (const { to } of removed) {
        const row = await writes.find(draft, { id: to })
        const related = row && linkedIds(valuesOf(row), 'related').filter((id) => !changed.has(id))
        if (related) await writes.set(draft, row, { related })
      }
    },
  }
}

export type LinkTargets = ReturnType<typeof linkTargets>

/** The links to add to one task. Fails with `invalid_input` if one leads to itself. */
export function linksFor({ id }: Pick<TaskRow, 'id'>, { addLinks, relatedBy }: ResolvedLinks): TaskLink[] {
  if (addLinks.some(({ to }) => to === id)) throw linkToItself()
  return addLinks.filter(({ kind, to }) => kind !== 'related' || !relatedBy.get(to)?.includes(id))
}

/** Fails with `invalid_input` if a task would have too many links of one kind. */
export function checkLinkCount({ number }: Pick<TaskRow, 'number'>, values: LinkValues): void {
  const tooMany = linkKinds.find((kind) => linkedIds(values, kind).length > taskLimits.links)
  if (!tooMany) return
  throw new AppError(
    'invalid_input',
    `Task #${number} would have more than ${taskLimits.links} links of the kind "${tooMany}".`,
  )
}

const linkToItself = () => new AppError('invalid_input', 'A task cannot be linked to itself.')
const noTarget = () => new AppError('not_found', 'The task to link to does not exist.')
/** Says nothing about the tasks that are changed, unlike the error for one of those. */
const targetInTrash = ({ number }: Identified) =>
  new AppError('not_found', `Task #${number} is in the trash. Restore it before you link to it.`)
