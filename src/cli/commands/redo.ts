import { historyCalls } from '../../contract/calls/history.ts'
import { defineCommand } from '../command.ts'
import { printStep } from '../print-step.ts'

/** Makes the change again that was undone last. */
export const command = defineCommand({
  synopsis: '',
  about: 'Makes the change again that was undone last, if nothing else was changed since.',
  examples: [['taskdeck redo', 'Take back the last undo']],
  options: {},
  async run(context) {
    await printStep(context, 'Redone', await context.client().call(historyCalls.redo, {}))
  },
})
