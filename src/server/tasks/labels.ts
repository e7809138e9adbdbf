import { AppError } from '../../contract/errors.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Draft } from '../history/draft.ts'
import { revertMargin } from '../history/limits.ts'
import type { Recount } from '../history/recount.ts'
import { pagesOf } from '../json-list.ts'
import { type LabelChanges, labelTable } from './label-table.ts'

export type LabelLimits = Pick<Config, 'maxLabels'>

/** Keeps the number of tasks per label while drafts change tasks. */
export function labelCounter(limits: LabelLimits) {
  const changesOf = new WeakMap<Draft, LabelChanges>()

  function begin(draft: Draft): LabelChanges {
    const changes: LabelChanges = new Map()
    changesOf.set(draft, changes)
    draft.beforeEnd(async (isUndo) => {
      if (!changes.size) return
      const table = labelTable(draft.tx, draft.owner)
      const added = await table.add(changes)
      if (added.length) checkLabels(limits, await table.count(), added, isUndo)
    })
    return changes
  }

  /** Counts the labels of a task (1), or no longer counts them (-1). Fails with `too_large` when the change ends and there are too many. */
  return (draft: Draft, labels: string, step: 1 | -1): void => {
    const changes = changesOf.get(draft) ?? begin(draft)
    for (const label of JSON.parse(labels) as string[]) changes.set(label, (changes.get(label) ?? 0) + step)
  }
}

/** Fails with `too_large` when an owner with `count` labels has too many because of those that a change has added. */
function checkLabels({ maxLabels }: LabelLimits, count: number, added: string[], isUndo: boolean): void {
  if (count <= maxLabels * (isUndo ? revertMargin : 1)) return
  const firstTooMany = added.at(-Math.min(count - maxLabels, added.length))
  throw new AppError(
    'too_large',
    `With the label "${firstTooMany}" you would use more than ${maxLabels} labels, the most that this server allows, with those of tasks in the trash. Use one that you have, or remove one from all its tasks first.`,
  )
}

const tasksAtOnce = 500

/** Counts the tasks per label again. */
export function labelRecount({ db, readAside }: Database): Recount {
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
      const table = labelTable(tx, owner)
      const corrections: LabelChanges = new Map(counts)
      for (const [label, tasks] of await table.all()) corrections.set(label, (counts.get(label) ?? 0) - tasks)
      await table.add(corrections)
    }
  }
}
