import { historyCalls } from '../../contract/calls/history.ts'
import { defineCommand } from '../command.ts'
import { countOf } from '../counts.ts'
import { usageError } from '../errors.ts'
import { printStep } from '../print-step.ts'
import { undoToken } from '../undo-token.ts'

/** Takes back the last change, a given one, or everything that a token has changed since a given time. */
export const command = defineCommand({
  synopsis: '[--change N] [--via TOKEN --since TIME [--dry-run] [--yes]]',
  about:
    'Takes back the last change of your tasks, made here or anywhere else. taskdeck show --activity lists the changes of a task with their numbers, and commands that change something print theirs in a terminal; in JSON it is the field change.\n\nWith --via and --since, it takes back everything that a token has changed since a given time, as one change: tasks that it has added go to the trash, and notes that it wrote are removed. Later changes of others are left alone and named.',
  examples: [
    ['taskdeck undo', 'Take back the last change'],
    ['taskdeck undo --change 42', 'Take back an earlier one; taskdeck show 12 --activity shows the numbers'],
    [
      'taskdeck undo --via codex --since 2h --dry-run',
      'Show what codex did in the last two hours, and what undo would do',
    ],
    ['taskdeck undo --via codex --since 2h', 'Take all of it back, after a question'],
    ['taskdeck redo', 'Make it again'],
  ],
  options: {
    change: { type: 'string', value: 'N', help: 'The number of the change, instead of the last one' },
    via: { type: 'string', value: 'TOKEN', help: 'Everything that this token has changed, even a revoked one' },
    since: { type: 'string', value: 'TIME', help: 'With --via: since 2h, 3d, 09:30, yesterday or 2026-11-17T09:30' },
    'dry-run': { type: 'boolean', help: 'With --via: show what would be undone, and change nothing' },
    yes: { type: 'boolean', short: 'y', help: 'With --via: do not ask' },
  },
  async run(context, { change, via, since, 'dry-run': dryRun = false, yes = false }) {
    if (via !== undefined) {
      if (change !== undefined) throw usageError('Give either --change or --via, not both.')
      if (since === undefined)
        throw usageError('--via needs --since, so that no more is undone than you want.', 'Such as: --since 2h')
      return undoToken(context, { via, since, dryRun, isAgreed: yes })
    }
    const alone = since !== undefined ? '--since' : dryRun ? '--dry-run' : yes ? '--yes' : undefined
    if (alone) throw usageError(`${alone} needs --via.`, 'Such as: taskdeck undo --via codex --since 2h --dry-run')
    const number = countOf(change, '--change')
    const answer = await context
      .client()
      .call(historyCalls.undo, { body: number === undefined ? {} : { change: number } })
    await printStep(context, 'Undone', answer)
  },
})
