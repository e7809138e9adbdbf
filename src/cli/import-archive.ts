import { fileSize } from '../contract/file-size.ts'
import type { ArchiveImportResult } from '../contract/schemas/archives.ts'
import { withChange } from './change-note.ts'
import type { Context } from './command.ts'
import { refused, usageError } from './errors.ts'
import { oneLine } from './output/clean.ts'
import { sendArchive } from './send-archive.ts'

interface Choices {
  isDry: boolean
  yes: boolean
  restore: boolean
}

const counted = (count: number, name: string, more = `${name}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? name : more}`

/** Imports an archive of Taskdeck: shows first what it would do, and asks. */
export async function importArchive(
  context: Context,
  archive: { file: string; size: number },
  { isDry, yes, restore }: Choices,
): Promise<void> {
  const client = context.client()
  const query = { restore: restore ? 'true' : 'false' } as const
  const bar = progressBar(context)
  const send = (dryRun: 'true' | 'false') =>
    sendArchive(client, archive, { ...query, dryRun }, bar).finally(() => bar.clear())
  if (isDry) return print(context, await send('true'), true)
  if (!yes) await confirm(context, await send('true'))
  return print(context, await send('false'), false)
}

async function confirm({ terminal, format }: Context, preview: ArchiveImportResult): Promise<void> {
  if (!terminal.canAsk || format === 'json')
    throw usageError('An import asks first, which needs a terminal.', 'Give --yes, or --dry-run to see what it does.')
  for (const line of linesOf(preview, true)) terminal.note(line)
  const answer = await terminal.ask('Import? (y)es, (n)o: ')
  if (!/^y(es)?$/i.test(answer)) throw refused('Nothing was imported.')
}

/** How much was sent, and how far the server is, on a terminal. */
function progressBar({ terminal, format }: Context) {
  const { stderr } = terminal.streams()
  const isShown = format === 'text' && stderr.isTTY === true
  let shown = ''
  const show = (text: string) => {
    if (isShown && text !== shown) stderr.write(`\r\u001B[K${text}`)
    shown = text
  }
  return {
    onSent: (done: number, of: number) => show(`Sent ${fileSize(done)} of ${fileSize(of)}`),
    onProgress: (done: number, of: number) => show(`Reading ${Math.floor((100 * done) / Math.max(1, of))} %`),
    clear() {
      if (shown) show('')
    },
  }
}

const listedRows = 10

function linesOf(result: ArchiveImportResult, withRows: boolean): string[] {
  const { noteCount, receiptCount, referenceCount, fileCount, fileBytes, eventCount, viewCount, first } = result
  const parts = [
    ...(noteCount ? [counted(noteCount, 'note')] : []),
    ...(receiptCount ? [counted(receiptCount, 'receipt')] : []),
    ...(referenceCount ? [counted(referenceCount, 'commit or change request', 'commits and change requests')] : []),
    ...(fileCount ? [`${counted(fileCount, 'file')} (${fileSize(fileBytes)})`] : []),
    ...(eventCount ? [counted(eventCount, 'entry of the history', 'entries of the history')] : []),
    ...(viewCount ? [counted(viewCount, 'saved view')] : []),
    ...(result.hasSettings ? ['your settings'] : []),
  ]
  const rows = first.slice(0, listedRows).map(({ number, title, status, priority, dueDate }) => {
    const facts = [status === 'Completed' && 'completed', priority, dueDate && `due ${dueDate.slice(0, 10)}`]
    return `  ${oneLine([`#${number} ${title}`, ...facts.filter(Boolean)].join(' · '))}`
  })
  const more =
    result.created > rows.length ? [`  … and ${(result.created - rows.length).toLocaleString('en')} more`] : []
  return [
    ...(withRows && rows.length ? ['Archive of Taskdeck:', ...rows, ...more] : []),
    oneLine(result.message),
    ...(parts.length ? [`With ${new Intl.ListFormat('en').format(parts)}.`] : []),
    ...(result.isRenumbered ? ['The tasks get new numbers, and mentions of them follow.'] : []),
    ...result.leftOut.map(oneLine),
  ]
}

function print(context: Context, result: ArchiveImportResult, isDry: boolean): void {
  const { seq: _, ...json } = result
  context.print({
    json: { format: 'archive', ...json },
    text: () => withChange(context.terminal, linesOf(result, isDry).join('\n'), json.change),
  })
}
