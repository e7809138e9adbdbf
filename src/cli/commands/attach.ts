import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileSize } from '../../contract/file-size.ts'
import type { CompletionFile } from '../../contract/schemas/files.ts'
import { withChange } from '../change-note.ts'
import { defineCommand } from '../command.ts'
import { refused, usageError } from '../errors.ts'
import { namingMissing } from '../missing-tasks.ts'
import { oneLine } from '../output/clean.ts'
import { isTaskReference, tasksOrCurrent } from '../tasks.ts'
import { uploadFile } from '../upload.ts'

/** Attaches files to a task. */
export const command = defineCommand({
  synopsis: '[TASK] FILE…',
  examples: [
    ['taskdeck attach 12 proof.png', 'Attach a file to a task'],
    ['taskdeck attach 12 *.log', 'Attach several, one after another'],
    ['taskdeck attach proof.png', 'Attach a file to the task of the current git branch'],
  ],
  options: {},
  words: 'files',
  async run(context, _, words) {
    const isNamed = isTaskReference(words[0])
    const [id = ''] = await tasksOrCurrent(context, isNamed ? words.slice(0, 1) : [])
    const paths = isNamed ? words.slice(1) : words
    if (!paths.length) throw usageError('Which file?', `Give its path: taskdeck attach ${id} proof.png`)
    // All are checked first, so that a mistyped name does not leave half of them attached.
    const files = await Promise.all(
      paths.map(async (path) => ({ name: basename(path), content: await contentOf(path) })),
    )
    const client = context.client()
    const [attached, changes]: [CompletionFile[], (number | null)[]] = [[], []]
    for (const { name, content } of files) {
      const answer = await namingMissing(client, [id], () => uploadFile(client, id, content, name))
      attached.push(answer.file)
      changes.push(answer.change)
    }
    context.print({
      json: { files: attached },
      text: () => {
        const lines = attached.map(({ name, size }) => `Attached ${oneLine(name)} (${fileSize(size)}) to #${id}`)
        return withChange(context.terminal, lines.join('\n'), ...changes)
      },
    })
  },
})

async function contentOf(path: string): Promise<Blob> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw refused(`There is no file ${path}.`)
  if (!found.isFile()) throw refused(`${path} is not a file.`)
  return openAsBlob(path).catch((error) => {
    throw refused(`${path} cannot be read: ${(error as Error).message}`)
  })
}
