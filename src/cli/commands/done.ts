import { changeStatus } from '../change-status.ts'
import { defineCommand } from '../command.ts'
import { usageError } from '../errors.ts'
import { linesAbout, withParts } from '../parts-choice.ts'
import { tasksOrCurrent } from '../tasks.ts'

/** Complete tasks; a task that repeats is followed by its next one. */
export const command = defineCommand({
  synopsis: '[TASK…]',
  about:
    'Complete tasks; a task that repeats is followed by its next one. Several tasks are one change, which taskdeck undo takes back. If a task has open parts, asks in a terminal what to do with them; otherwise they stay open, and the output names them.',
  examples: [
    ['taskdeck done 12', 'Complete a task'],
    ['taskdeck done 12 13', 'Several at once'],
    ['taskdeck done 12 --parts', 'Complete its open parts too'],
  ],
  options: {
    parts: { type: 'boolean', help: 'Complete their open parts too' },
    'leave-parts': { type: 'boolean', help: 'Leave open parts open, without a question' },
  },
  words: 'tasks',
  async run(context, { parts, 'leave-parts': leaves }, words) {
    if (parts && leaves) throw usageError('--parts and --leave-parts mean the opposite.', 'Give one of them.')
    const choice = parts ? 'complete' : leaves ? 'leave' : undefined
    const { ids, left } = await withParts(context, await tasksOrCurrent(context, words), choice)
    await changeStatus(context, ids, 'Completed', 'Completed', async () => ({
      json: { openParts: left },
      lines: linesAbout(left),
    }))
  },
})
