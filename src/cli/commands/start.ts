import { changeStatus } from '../change-status.ts'
import { defineCommand } from '../command.ts'
import { taskReferences } from '../tasks.ts'

/** Set tasks to In Progress. */
export const command = defineCommand({
  synopsis: 'TASK…',
  about: 'Set tasks to In Progress. Several tasks are one change, which taskdeck undo takes back.',
  examples: [
    ['taskdeck start 12', 'Start to work on a task'],
    ['taskdeck start 12 13', 'Several at once'],
  ],
  options: {},
  words: 'tasks',
  run: (context, _, words) => changeStatus(context, taskReferences(words), 'In Progress', 'Started'),
})
