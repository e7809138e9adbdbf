import type { Criterion } from '../../contract/done-when.ts'
import { isCommand } from '../../contract/receipts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { refused } from '../errors.ts'
import { oneLine } from '../output/clean.ts'

type WithCriteria = Pick<Task, 'number'> & { doneWhen?: Criterion[] | null }

/** The criterion of a task with this number, from 1. Throws a CliError. */
export function criterionAt({ number, doneWhen }: WithCriteria, place: number): Criterion {
  const criterion = doneWhen?.[place - 1]
  if (criterion) return criterion
  const count = doneWhen?.length ?? 0
  throw refused(
    `#${number} has ${count === 0 ? 'no criteria' : count === 1 ? 'one criterion' : `${count} criteria`}, so there is no number ${place}.`,
    `taskdeck show ${number} lists them.`,
  )
}

/** A criterion with its command and its number. */
export interface Provable {
  place: number
  criterion: Criterion
  command: string
}

/** The criteria of a task that have a command, or the one with this number. Throws a CliError if there is nothing to run. */
export function provable(task: WithCriteria, only?: number): Provable[] {
  const chosen = only === undefined ? (task.doneWhen ?? []) : [criterionAt(task, only)]
  const found = chosen.flatMap((criterion, index) => {
    const { command } = criterion
    return command ? [{ place: only ?? index + 1, criterion, command }] : []
  })
  if (!found.length)
    throw refused(
      only === undefined ? `No criterion of #${task.number} has a command.` : `Criterion ${only} has no command.`,
      `Run one yourself with: taskdeck prove ${task.number}${only === undefined ? '' : ` --for ${only}`} -- COMMAND`,
    )
  for (const { place, command } of found) {
    // It must be exactly what the user sees before it runs.
    if (!isCommand(command) || oneLine(command) !== command)
      throw refused(
        `The command of criterion ${place} contains characters that cannot be shown. Nothing was run.`,
        'Write it anew in the web app.',
      )
  }
  return found
}
