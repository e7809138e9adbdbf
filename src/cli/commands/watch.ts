import { defineCommand } from '../command.ts'
import { loadPreferences } from '../preferences.ts'
import { watchEvents } from '../watch-events.ts'

/** Prints the changes of tasks as they happen. */
export const command = defineCommand({
  synopsis: '',
  about:
    'Prints each change of your tasks as it happens, wherever it was made, until you press Ctrl+C. Reconnects by itself, and then prints what it has missed. With --json, one event a line.',
  examples: [
    ['taskdeck watch', 'Follow all changes'],
    ['taskdeck watch --json | jq -r "select(.kind == \\"created\\") | .after.title"', 'The titles of new tasks'],
  ],
  options: {},
  async run(context) {
    const client = context.client()
    const { dateStyle } = await loadPreferences(client)
    await watchEvents(context, dateStyle)
  },
})
