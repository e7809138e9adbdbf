import type { receiptEventKinds } from '../../contract/history.ts'
import type { Receipt } from '../../contract/schemas/receipts.ts'
import type { EventRow } from '../database/schema.ts'
import type { KindRules } from '../history/event-kinds.ts'
import { taskSubject, taskToRevert, withoutProof } from '../tasks/events.ts'
import type { TaskWrites } from '../tasks/task-writes.ts'
import type { ReceiptWrites } from './receipt-writes.ts'

/** The event kind of receipts, for history. One that has stored or brought back a receipt has none before it. */
export function receiptEvents(
  receipts: ReceiptWrites,
  tasks: TaskWrites,
): Record<(typeof receiptEventKinds)[number], KindRules> {
  return {
    proved: {
      touchedKeys: (event) => [`receipt ${receiptIn(event)._id}`],
      traceOf: (key) => (key.startsWith('receipt ') ? `"${key.slice('receipt '.length)}"` : undefined),
      narrow: withoutProof,
      subject: taskSubject(tasks),
      load: tasks.load,
      async revert(draft, event) {
        const task = await taskToRevert(tasks, draft, event.task_id)
        const isShown = event.before !== null
        await receipts.show(draft, task, receiptIn(event), isShown)
        return isShown
          ? { one: `the receipt of #${task.number} is back`, many: (count) => `${count} receipts are back` }
          : { one: `the receipt of #${task.number} is removed`, many: (count) => `${count} receipts are removed` }
      },
      sayLater: (event, _undone, { number }) =>
        `The receipt of #${number} has been ${event.before ? 'removed' : 'restored'} since.`,
      room: ({ before }) => (before === null ? 'takes' : 'frees'),
    },
  }
}

function receiptIn({ seq, before, after }: EventRow): Receipt {
  const { receipt } = JSON.parse(before ?? after ?? '{}')
  if (!receipt) throw new Error(`Event ${seq} has no receipt`)
  return receipt
}
