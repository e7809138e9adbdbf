import { historyCalls } from '../../contract/calls/history.ts'
import { defineCommand } from '../command.ts'
import { countOf } from '../counts.ts'
import { printStep } from '../print-step.ts'

/** Takes back the last change, or a given one. */
export const command = defineCommand({
  synopsis: '[--change N]',
  about:
    'Takes back the last change of your tasks, made here or anywhere else. taskdeck show --activity lists the changes of a task with their numbers, and commands that change something print theirs in a terminal; in JSON it is the field change.',
  examples: [
    ['taskdeck undo', 'Take back the last change'],
    ['taskdeck undo --change 42', 'Take back an earlier one; taskdeck show 12 --activity shows the numbers'],
    ['taskdeck redo', 'Make it again'],
  ],
  options: { change: { type: 'string', value: 'N', help: 'The number of the change, instead of the last one' } },
  async run(context, { change }) {
    const number = countOf(change, '--change')
    const answer = await context
      .client()
      .call(historyCalls.undo, { body: number === undefined ? {} : { change: number } })
    await printStep(context, 'Undone', answer)
  },
})
