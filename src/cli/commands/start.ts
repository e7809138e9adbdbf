import type { Task } from '../../contract/schemas/tasks.ts'
import { changeStatus } from '../change-status.ts'
import { type Context, defineCommand } from '../command.ts'
import { tasksOrCurrent } from '../tasks.ts'

/** Set tasks to In Progress, and switch to the git branch of one. */
export const command = defineCommand({
  synopsis: '[TASK…]',
  about: [
    'Set tasks to In Progress. Several tasks are one change, which taskdeck undo takes back.',
    'In a git repository, switch to the branch of the task, such as 12-fix-login-timeout, or create it from the current commit. With uncommitted changes, the branch stays as it is. git config taskdeck.branch sets another template than {number}-{slug}, and git config taskdeck.switch false turns this off.',
  ].join('\n\n'),
  examples: [
    ['taskdeck start 12', 'Start to work on a task, on its branch'],
    ['taskdeck start 12 13', 'Several at once, without a branch'],
    ['taskdeck start 12 --no-branch', 'Leave the branch as it is'],
  ],
  options: { 'no-branch': { type: 'boolean', help: 'Do not switch to a branch' } },
  words: 'tasks',
  async run(context, { 'no-branch': staysOnBranch = false }, words) {
    const ids = await tasksOrCurrent(context, words)
    const start = staysOnBranch || ids.length > 1 ? undefined : await starter(context)
    const afterwards = async ([task]: Task[]) => (task && start?.(task)) ?? { json: { branch: null }, lines: [] }
    await changeStatus(context, ids, 'In Progress', 'Started', afterwards)
  },
})

const starter = async (context: Context) => (await import('../git/start-branch.ts')).branchStarter(context, context.cwd)
