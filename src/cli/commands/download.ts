import { taskCalls } from '../../contract/calls/tasks.ts'
import { fileSize } from '../../contract/file-size.ts'
import type { CompletionFile } from '../../contract/schemas/files.ts'
import { type Context, defineCommand } from '../command.ts'
import { downloadFile } from '../download.ts'
import { refused, usageError } from '../errors.ts'
import { namingMissing } from '../missing-tasks.ts'
import { oneLine } from '../output/clean.ts'
import { safeFileName } from '../safe-file-name.ts'
import { isTaken, pathToSave, saveFile, taken } from '../save-file.ts'
import { isTaskReference, tasksOrCurrent } from '../tasks.ts'

/** Saves a file of a task. */
export const command = defineCommand({
  synopsis: '[TASK] [FILE]',
  about:
    'Saves a file of a task, named by its name or id; without one, the only file. It is saved in the current folder under a safe form of its name: without folders, leading dots and control characters. A file that exists is replaced only with --force, or if you say so in a terminal. The bytes are compared with the hash of the upload.',
  examples: [
    ['taskdeck download 12 proof.png', 'Save a file in the current folder'],
    ['taskdeck download 12 proof.png -o /tmp/other.png', 'Save it under another name, or in another folder'],
    ['taskdeck download 12 log.txt -o - | grep error', 'Write it to stdout'],
  ],
  options: {
    output: { type: 'string', short: 'o', value: 'PATH', help: 'The file or folder to save it in, or - for stdout' },
    force: { type: 'boolean', short: 'f', help: 'Replace a file that exists' },
  },
  words: 'tasks',
  async run(context, { output, force = false }, words) {
    const isNamed = isTaskReference(words[0])
    const [id = ''] = await tasksOrCurrent(context, isNamed ? words.slice(0, 1) : [])
    const [name, ...more] = isNamed ? words.slice(1) : words
    if (more.length) throw usageError('taskdeck download takes one file.', `See its files with: taskdeck files ${id}`)
    const isStdout = output === '-'
    if (isStdout && context.format === 'json')
      throw usageError('--json and -o - both write to stdout.', 'Give one of them.')
    if (isStdout && context.terminal.isTerminal)
      throw usageError('A file is not written to a terminal.', 'Give a path with -o, or pipe it.')
    const client = context.client()
    const task = await namingMissing(client, [id], () => client.call(taskCalls.find, { params: { id } }))
    const file = fileNamed(task.files, name, id)
    const bytes = () => downloadFile(client, id, file)
    if (isStdout) return context.terminal.writeBytes(bytes())
    const path = pathToSave(output, safeFileName(file.name, file._id))
    const isReplaced = force || (isTaken(path) && (await mayReplace(context, path)))
    await saveFile(path, bytes(), isReplaced)
    context.print({
      json: { file, path },
      quiet: () => path,
      text: () => `Saved ${oneLine(file.name)} (${fileSize(file.size)}) as ${path}`,
    })
  },
})

function fileNamed(files: CompletionFile[], name: string | undefined, id: string): CompletionFile {
  const found = name === undefined ? files : files.filter((file) => file.name === name || file._id === name)
  const [file, ...others] = found
  if (file && !others.length) return file
  const known = files.map((one) => `“${oneLine(one.name)}” (${one._id})`).join(', ')
  if (!files.length) throw refused(`#${id} has no files.`, `Attach one with: taskdeck attach ${id} FILE`)
  if (name === undefined) throw usageError('Which file?', `Give its name or id: ${known}.`)
  throw refused(
    file ? `#${id} has ${found.length} files named “${name}”.` : `#${id} has no file “${name}”.`,
    `Its files: ${known}.`,
  )
}

async function mayReplace({ terminal }: Context, path: string): Promise<boolean> {
  const answer = terminal.canAsk ? await terminal.ask(`Replace ${oneLine(path)}? (y)es, (n)o: `) : ''
  if (!/^y(es)?$/i.test(answer)) throw taken(path)
  return true
}
