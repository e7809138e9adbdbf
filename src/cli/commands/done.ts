import { changeStatus } from '../change-status.ts'
import { defineCommand } from '../command.ts'
import { tasksOrCurrent } from '../tasks.ts'

/** Complete tasks; a task that repeats is followed by its next one. */
export const command = defineCommand({
  synopsis: '[TASK…]',
  about:
    'Complete tasks; a task that repeats is followed by its next one. Several tasks are one change, which taskdeck undo takes back.',
  examples: [
    ['taskdeck done 12', 'Complete a task'],
    ['taskdeck done 12 13', 'Several at once'],
  ],
  options: {},
  words: 'tasks',
  run: async (context, _, words) => changeStatus(context, await tasksOrCurrent(words), 'Completed', 'Completed'),
})
