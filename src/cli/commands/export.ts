import { archiveCalls } from '../../contract/calls/archives.ts'
import { fileSize } from '../../contract/file-size.ts'
import { lineOf } from '../../contract/imports.ts'
import { archiveBytes } from '../archive-bytes.ts'
import { type Context, defineCommand } from '../command.ts'
import { refused, usageError } from '../errors.ts'
import { escapedJson, oneLine } from '../output/clean.ts'
import { chosenTasks } from '../print-list.ts'
import { isTaken, saveFile, taken } from '../save-file.ts'

/** Saves an archive of everything, or tasks as lines of JSON. */
export const command = defineCommand({
  synopsis: 'FILE.zip | --jsonl FILE.jsonl [--view NAME]',
  about: [
    'Saves a ZIP with all tasks, the trash, notes, receipts, the history, saved views, labels, preferences and files. Its page index.html shows all of it without a server. docs/export.md describes the files in it.',
    'If the connection breaks off, the download is continued, unless your data has changed meanwhile.',
    'Needs a token with the scope export, which you make under Settings > Agents and access. Give it with taskdeck login --with-token, or as TASKDECK_TOKEN.',
    'With --jsonl, writes one task per line in the order of their numbers, without times that change by themselves: a file to commit beside code. taskdeck import FILE.jsonl brings changes back. Any token can do this, and the file is replaced.',
  ].join('\n'),
  examples: [
    ['taskdeck export all.zip', 'Save everything'],
    ['taskdeck export - | age -r KEY > all.zip.age', 'Write it to stdout, encrypted'],
    ['taskdeck export --jsonl tasks.jsonl --view "Release 2.4"', 'Write the tasks of a saved view, one per line'],
  ],
  options: {
    force: { type: 'boolean', short: 'f', help: 'Replace a file that exists' },
    jsonl: { type: 'string', value: 'FILE', help: 'Write one task per line instead, to a file or to stdout (-)' },
    view: { type: 'string', short: 'v', value: 'NAME', help: 'With --jsonl, only the tasks of a saved view' },
  },
  words: 'files',
  async run(context, { force = false, jsonl, view }, [path, ...more]) {
    if (jsonl !== undefined && path !== undefined) throw usageError('Give either a ZIP or --jsonl, not both.')
    if (jsonl !== undefined) return saveLines(context, jsonl, view)
    if (view !== undefined) throw usageError('--view needs --jsonl: an archive has all tasks.')
    if (path === undefined || more.length)
      throw usageError('Where is the archive saved?', 'Name one file: taskdeck export all.zip')
    return saveArchive(context, path, force)
  },
})

function checkStdout({ terminal, format }: Context, isStdout: boolean) {
  if (!isStdout) return
  if (format === 'json') throw usageError('--json and - both write to stdout.', 'Give one of them.')
  if (terminal.isTerminal) throw usageError('An export is not written to a terminal.', 'Give a path, or pipe it.')
}

const counted = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`

async function saveLines(context: Context, path: string, view: string | undefined) {
  const isStdout = path === '-'
  checkStdout(context, isStdout)
  const { matching } = await chosenTasks(context, view === undefined ? { all: true } : { view, later: true }, [])
  const tasks = matching.toSorted((a, b) => a.number - b.number)
  async function* bytes() {
    for (const task of tasks) yield Buffer.from(`${escapedJson(lineOf(task))}\n`)
  }
  if (isStdout) return context.terminal.writeBytes(bytes())
  await saveFile(path, bytes(), true)
  context.print({
    json: { path, tasks: tasks.length },
    quiet: () => path,
    text: () => `Saved ${counted(tasks.length, 'task')} as ${oneLine(path)}`,
  })
}

async function saveArchive(context: Context, path: string, force: boolean) {
  const isStdout = path === '-'
  checkStdout(context, isStdout)
  if (!isStdout && !force && isTaken(path)) throw taken(path)
  const client = context.client()
  const size = await client.call(archiveCalls.size, {})
  const onContinue = () => {
    if (context.format === 'text') context.terminal.streams().stderr.write('The connection was lost. Continuing …\n')
  }
  const received = counting(context, archiveBytes(client, onContinue), size.bytes)
  if (isStdout) return context.terminal.writeBytes(received.bytes)
  await saveFile(path, received.bytes, force)
  const bytes = received.count()
  context.print({
    json: { path, bytes, tasks: size.taskCount, files: size.fileCount },
    quiet: () => path,
    text: () =>
      `Saved ${counted(size.taskCount, 'task')} and ${counted(size.fileCount, 'file')} (${fileSize(bytes)}) as ${oneLine(path)}`,
  })
}

/** The size is an estimate, because texts are compressed. An archive without end would fill the disk. */
const mostBytes = (estimate: number) => 10 * estimate + 16 * 1024 * 1024

/**
 * Counts bytes while they pass, and shows on a terminal how many of about `total` have arrived. Throws a CliError if there are far more of them.
 */
function counting({ terminal, format }: Context, bytes: AsyncIterable<Uint8Array>, total: number) {
  const { stderr } = terminal.streams()
  const isShown = format === 'text' && stderr.isTTY === true
  let count = 0
  let shown = ''
  async function* counted() {
    for await (const chunk of bytes) {
      count += chunk.length
      if (count > mostBytes(total))
        throw refused('The archive is far larger than the server has said.', 'Check the address with: taskdeck servers')
      const text = `${fileSize(count)} of about ${fileSize(Math.max(total, count))}`
      if (isShown && text !== shown) stderr.write(`\r\u001B[K${text}`)
      shown = text
      yield chunk
    }
    if (isShown) stderr.write('\r\u001B[K')
  }
  return { bytes: counted(), count: () => count }
}
