import { trashCalls } from '../../contract/calls/trash.ts'
import type { CompletionFile } from '../../contract/schemas/files.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { withChange } from '../change-note.ts'
import { defineCommand } from '../command.ts'
import { CliError, exitCodes, usageError } from '../errors.ts'
import { oneLine } from '../output/clean.ts'
import { nameOf, numbersOf, taskReferences } from '../tasks.ts'

/** Brings tasks, or a file of a task, back from the trash. */
export const command = defineCommand({
  synopsis: 'TASK… [--file NAME]',
  about:
    'Brings tasks with their files back from the trash, or with --file a deleted file of a task. Each is a change of its own.',
  examples: [
    ['taskdeck restore 12', 'Bring a task back'],
    ['taskdeck restore 12 --file proof.png', 'Bring back a file that was deleted from a task'],
    ['taskdeck trash', 'List what can be restored'],
  ],
  options: { file: { type: 'string', value: 'NAME', help: 'A deleted file of the task, by its name or id' } },
  async run(context, { file: wanted }, words) {
    const references = taskReferences(words)
    if (wanted !== undefined && references.length > 1) throw usageError('--file is for one task.')
    const client = context.client()
    const trash = await client.call(trashCalls.list, {})
    const isNamed = (task: Pick<Task, '_id' | 'number'>, word: string) => [task._id, String(task.number)].includes(word)
    const [tasks, files, changes]: [Task[], CompletionFile[], (number | null)[]] = [[], [], []]
    const print = () =>
      context.print({
        json: { tasks, files, changes },
        quiet: () => numbersOf(tasks),
        text: () => {
          const lines = [...tasks.map(nameOf), ...files.map(({ name }) => oneLine(name))].map(
            (name) => `Restored ${name}`,
          )
          return withChange(context.terminal, lines.join('\n'), ...changes)
        },
      })

    if (wanted !== undefined) {
      const [word = ''] = references
      const found = trash.files.find(
        ({ task, name, _id }) => isNamed(task, word) && (name === wanted || _id === wanted),
      )
      if (!found) throw notInTrash(`A file “${wanted}” of #${word}`)
      const params = { id: found.task._id, file: found._id }
      const answer = await client.call(trashCalls.restoreFile, { params })
      files.push(answer.file)
      changes.push(answer.change)
      return print()
    }
    // All are checked first, so that a mistyped number does not leave half of them restored.
    const missing = references.filter((word) => !trash.tasks.some((task) => isNamed(task, word)))
    if (missing.length) throw notInTrash(missing.map((word) => (/^\d+$/.test(word) ? `#${word}` : word)).join(', '))
    try {
      for (const id of references) {
        const answer = await client.call(trashCalls.restore, { params: { id } })
        tasks.push(answer.task)
        changes.push(answer.change)
      }
    } finally {
      if (tasks.length) print()
    }
  },
})

const notInTrash = (name: string) =>
  new CliError(exitCodes.refused, `${name} is not in the trash.`, {
    code: 'not_found',
    advice: 'taskdeck trash shows what can be restored.',
  })
