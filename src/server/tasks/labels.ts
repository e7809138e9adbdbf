import { AppError } from '../../contract/errors.ts'
import { pagesOf } from '../answers/json-list.ts'
import type { Database } from '../database/database.ts'
import type { Draft } from '../history/draft.ts'
import { revertMargin } from '../history/limits.ts'
import type { Recount } from '../history/recount.ts'
import type { Config } from '../settings/config.ts'
import { type LabelChanges, labelStatements, labelTable } from './label-table.ts'

export type LabelLimits = Pick<Config, 'maxLabels'>

/** Updates the number of tasks per label while drafts change tasks. */
export function labelCounter({ db }: Database, limits: LabelLimits) {
  const statements = labelStatements(db)
  const changesOf = new WeakMap<Draft, LabelChanges>()

  function begin(draft: Draft): LabelChanges {
    const changes: LabelChanges = new Map()
    changesOf.set(draft, changes)
    draft.beforeEnd(async (isUndo) => {
      if (!changes.size) return
      const table = labelTable(draft.tx, draft.owner, statements)
      const added = await table.add(changes)
      if (added.length) checkLabels(limits, await table.count(), added, isUndo)
    })
    return changes
  }

  /** Adds (1) or subtracts (-1) the labels of a task. The change fails with `too_large` at its end if there are too many. */
  return (draft: Draft, labels: string, step: 1 | -1): void => {
    const changes = changesOf.get(draft) ?? begin(draft)
    for (const label of JSON.parse(labels) as string[]) changes.set(label, (changes.get(label) ?? 0) + step)
  }
}

/** Fails with `too_large` if the labels that a change has added make an owner with `count` labels exceed the limit. */
function checkLabels({ maxLabels }: LabelLimits, count: number, added: string[], isUndo: boolean): void {
  if (count <= maxLabels * (isUndo ? revertMargin : 1)) return
  const firstTooMany = added.at(-Math.min(count - maxLabels, added.length))
  throw new AppError(
    'too_large',
    `The label "${firstTooMany}" would exceed the limit of ${maxLabels} different labels, including the trash. Use an existing label, or remove one from all its tasks first.`,
  )
}

const tasksAtOnce = 500

/** Recounts the tasks per label. */
export function labelRecount({ db, readAside }: Database): Recount {
  const statements = labelStatements(db)
  return async (owner) => {
    const counts: LabelChanges = new Map()
    const pages = pagesOf(tasksAtOnce, (last?: { id: string }) => {
      const some = db.selectFrom('tasks').select(['id', 'labels']).where('user_id', '=', owner)
      return readAside(
        owner,
        some
          .where('id', '>', last?.id ?? '')
          .orderBy('id')
          .limit(tasksAtOnce),
      )
    })
    for await (const rows of pages) {
      for (const label of rows.flatMap(({ labels }) => JSON.parse(labels) as string[])) {
        counts.set(label, (counts.get(label) ?? 0) + 1)
      }
    }
    return async ({ tx }) => {
      const table = labelTable(tx, owner, statements)
      const corrections: LabelChanges = new Map(counts)
      for (const [label, tasks] of await table.all()) corrections.set(label, (counts.get(label) ?? 0) - tasks)
      await table.add(corrections)
    }
  }
}
