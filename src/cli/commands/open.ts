import { taskCalls } from '../../contract/calls/tasks.ts'
import { openBrowser } from '../browser.ts'
import type { Client } from '../client.ts'
import { type Context, defineCommand } from '../command.ts'
import { namingMissing } from '../missing-tasks.ts'
import { taskReference } from '../tasks.ts'

/** Opens a task, or the list of tasks, in the web app. */
export const command = defineCommand({
  synopsis: '[TASK]',
  about: 'Prints the address as well. With --quiet or --json, or without a terminal, only prints it.',
  examples: [
    ['taskdeck open 12', 'Open a task in the browser'],
    ['taskdeck open', 'Open the task of the current git branch, or the web app'],
  ],
  options: {},
  words: 'tasks',
  async run(context, _, [given]) {
    const word = given ?? (await currentWord(context))
    const client = context.client()
    const id = word === undefined ? undefined : await idOf(client, taskReference(word))
    // The server redirects its root to the web app, and browsers keep the part after the #.
    const url = `${client.server.url}/#/${id === undefined ? 'dashboard' : `task/${id}`}`
    if (context.format === 'text' && context.terminal.isTerminal) openBrowser(url, context.env)
    context.print({ json: { url }, text: () => url, quiet: () => url })
  },
})

const idOf = async (client: Client, id: string) =>
  (await namingMissing(client, [id], () => client.call(taskCalls.find, { params: { id } })))._id

async function currentWord(context: Context): Promise<string | undefined> {
  return (await import('../git/current-task.ts')).currentTask(context)?.toString()
}
