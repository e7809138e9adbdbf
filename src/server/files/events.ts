import { AppError } from '../../contract/errors.ts'
import type { fileEventKinds } from '../../contract/history.ts'
import type { CompletionFile } from '../../contract/schemas/files.ts'
import { isNewId } from '../../contract/tasks.ts'
import type { EventRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'
import type { KindRules } from '../history/event-kinds.ts'
import { taskSubject, taskToRevert } from '../tasks/events.ts'
import type { TaskWrites } from '../tasks/task-writes.ts'
import type { FileWrites } from './file-writes.ts'

/** The event kinds of files, for history. */
export function fileEvents(files: FileWrites, tasks: TaskWrites): Record<(typeof fileEventKinds)[number], KindRules> {
  const subject = taskSubject(tasks)
  const touchesFile = {
    touchedKeys: (event: EventRow) => [fileIn(event)._id],
    traceOf: (key: string) => (isNewId(key) ? `"${key}"` : undefined),
  }
  const sayRemoved = (event: EventRow) => `The file ${fileIn(event).name} has been removed since.`

  async function find(draft: Draft, event: EventRow) {
    const task = await taskToRevert(tasks, draft, event.task_id)
    const { _id: id, name } = fileIn(event)
    const file = await files.find(draft, task.id, id)
    if (!file) throw new AppError('conflict', `The file ${name} was deleted for good.`)
    return { task, file }
  }

  return {
    attached: {
      ...touchesFile,
      subject,
      async revert(draft, event) {
        const { task, file } = await find(draft, event)
        await files.detach(draft, task, file)
        return { one: `${file.name} is in the trash`, many: (count) => `${count} files are in the trash` }
      },
      sayLater: (event) => `The file ${fileIn(event).name} has been restored since.`,
      room: 'returns',
    },
    detached: {
      ...touchesFile,
      subject,
      async revert(draft, event) {
        const { task, file } = await find(draft, event)
        await files.reattach(draft, task, file)
        return { one: `${file.name} is back`, many: (count) => `${count} files are back` }
      },
      sayLater: sayRemoved,
      room: 'frees',
    },
    erased: { ...touchesFile, subject, sayLater: sayRemoved, room: 'frees' },
  }
}

function fileIn({ seq, before, after }: EventRow): CompletionFile {
  const { file } = JSON.parse(after ?? before ?? '{}')
  if (!file) throw new Error(`Event ${seq} has no file`)
  return file
}
