import { changeStatus } from '../change-status.ts'
import { defineCommand } from '../command.ts'
import { tasksOrCurrent } from '../tasks.ts'

/** Set tasks back to Pending. */
export const command = defineCommand({
  synopsis: '[TASK…]',
  about: 'Set tasks back to Pending. Several tasks are one change, which taskdeck undo takes back.',
  examples: [
    ['taskdeck reopen 12', 'Open a task again'],
    ['taskdeck reopen 12 13', 'Several at once'],
  ],
  options: {},
  words: 'tasks',
  run: async (context, _, words) => changeStatus(context, await tasksOrCurrent(context, words), 'Pending', 'Reopened'),
})
