import { taskCalls } from '../../contract/calls/tasks.ts'
import { trashDays } from '../../contract/trash.ts'
import { withChange } from '../change-note.ts'
import { defineCommand } from '../command.ts'
import { namingMissing } from '../missing-tasks.ts'
import { loadTasks, nameOf, taskReferences } from '../tasks.ts'

/** Moves tasks to the trash. */
export const command = defineCommand({
  synopsis: 'TASK…',
  about: `Moves tasks with their files to the trash, from where they are deleted after ${trashDays} days. taskdeck undo takes it back, and taskdeck restore brings tasks back later.`,
  examples: [
    ['taskdeck delete 12', 'Move a task to the trash'],
    ['taskdeck list -l old --quiet | xargs -r taskdeck delete', 'Move all tasks with the label old to the trash'],
  ],
  options: {},
  words: 'tasks',
  async run(context, _, words) {
    const ids = taskReferences(words)
    const client = context.client()
    const all = await loadTasks(client)
    const { change } = await namingMissing(client, ids, () => client.call(taskCalls.bulkRemove, { body: { ids } }))
    const tasks = all.filter(({ _id, number }) => ids.includes(_id) || ids.includes(String(number)))
    context.print({
      json: { tasks, change },
      text: () => withChange(context.terminal, tasks.map((task) => `Deleted ${nameOf(task)}`).join('\n'), change),
    })
  },
})
