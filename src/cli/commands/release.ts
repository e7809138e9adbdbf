import { claimCalls } from '../../contract/calls/claims.ts'
import { withChange } from '../change-note.ts'
import { defineCommand } from '../command.ts'
import { namingMissing } from '../missing-tasks.ts'
import { nameOf, numbersOf, tasksOrCurrent } from '../tasks.ts'

/** Frees tasks for others. */
export const command = defineCommand({
  synopsis: '[TASK…]',
  about:
    'Releases tasks that you hold, so that others can take them. Their status stays. Several tasks are one change.',
  examples: [['taskdeck release 12', 'Release a task']],
  options: {},
  words: 'tasks',
  async run(context, _options, words) {
    const ids = await tasksOrCurrent(context, words)
    const client = context.client()
    const { tasks = [], change } = await namingMissing(client, ids, () =>
      client.call(claimCalls.release, { body: { ids } }),
    )
    context.print({
      json: { tasks, change },
      quiet: () => numbersOf(tasks),
      text: () => withChange(context.terminal, tasks.map((task) => `Released ${nameOf(task)}`).join('\n'), change),
    })
  },
})
