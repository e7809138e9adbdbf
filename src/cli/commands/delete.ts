import { taskCalls } from '../../contract/tasks.ts'
import { trashDays } from '../../contract/trash.ts'
import { defineCommand } from '../command.ts'
import { refused } from '../errors.ts'
import { loadTasks, nameOf, taskReferences } from '../tasks.ts'

/** Moves tasks to the trash. */
export const command = defineCommand({
  synopsis: 'TASK…',
  about: `Moves tasks with their files to the trash, from where they are deleted after ${trashDays} days. taskdeck undo takes it back.`,
  examples: [
    ['taskdeck delete 12', 'Move a task to the trash'],
    ['taskdeck list -l old --quiet | xargs taskdeck delete', 'Move all tasks with the label old to the trash'],
  ],
  options: {},
  words: 'tasks',
  async run(context, _, words) {
    const ids = taskReferences(words)
    const client = context.client()
    const all = await loadTasks(client)
    const tasks = ids.map((id) => {
      const task = all.find(({ _id, number }) => _id === id || String(number) === id)
      if (!task)
        throw refused(`There is no task ${/^\d+$/.test(id) ? `#${id}` : id}.`, 'taskdeck list shows all open tasks.')
      return task
    })
    const { change } = await client.call(taskCalls.bulkRemove, { body: { ids: tasks.map(({ _id }) => _id) } })
    context.print({
      json: { tasks, change },
      text: () => tasks.map((task) => `Deleted ${nameOf(task)}`).join('\n'),
    })
  },
})
