import type { gitEventKinds } from '../../contract/history.ts'
import type { GitReference } from '../../contract/schemas/git.ts'
import type { EventRow } from '../database/schema.ts'
import type { KindRules } from '../history/event-kinds.ts'
import { taskSubject, taskToRevert, withoutProof } from '../tasks/events.ts'
import type { TaskWrites } from '../tasks/task-writes.ts'
import type { ReferenceWrites } from './reference-writes.ts'

/** The event kinds of commits, branches and change requests, for history. */
export function gitEvents(
  references: ReferenceWrites,
  tasks: TaskWrites,
): Record<(typeof gitEventKinds)[number], KindRules> {
  return {
    referenced: {
      touchedKeys: (event) => [`git ${referenceIn(event).id}`],
      traceOf: (key) => (key.startsWith('git ') ? `"${key.slice('git '.length)}"` : undefined),
      narrow: withoutProof,
      subject: taskSubject(tasks),
      load: tasks.load,
      async revert(draft, event) {
        const task = await taskToRevert(tasks, draft, event.task_id)
        const { id } = referenceIn(event)
        const former: GitReference | undefined = event.before ? JSON.parse(event.before).reference : undefined
        await references.revert(draft, task, id, former)
        return { one: `#${task.number} is as it was`, many: (count) => `${count} tasks are as they were` }
      },
      sayLater: (event, _undone, { number }) =>
        `Task #${number}: ${referenceIn(event).name} has been reported again since.`,
      room: 'takes',
    },
  }
}

/** An event that unlinks a reference may still have values after it: the proof of the task. */
function referenceIn({ seq, before, after }: EventRow): GitReference {
  const reference = JSON.parse(after ?? '{}').reference ?? JSON.parse(before ?? '{}').reference
  if (!reference) throw new Error(`Event ${seq} has no reference`)
  return reference
}
