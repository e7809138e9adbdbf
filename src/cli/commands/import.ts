import { type FormatName, formatNames } from '../../contract/import-formats/recognise.ts'
import { conflictChoices, importLimits } from '../../contract/imports.ts'
import type { ImportResult } from '../../contract/schemas/imports.ts'
import { withChange } from '../change-note.ts'
import { choiceOf } from '../choices.ts'
import { type Context, defineCommand } from '../command.ts'
import { refused, usageError } from '../errors.ts'
import { columnsIn, type ImportFile, readImport, textFromGithub, textOfFile } from '../import-file.ts'
import { oneLine } from '../output/clean.ts'
import { sendImport } from '../send-import.ts'

const formats = Object.keys(formatNames) as FormatName[]
const listedRows = 10

/** Creates and changes tasks from a file. */
export const command = defineCommand({
  synopsis: 'FILE | --from github',
  about: [
    'Reads an export of Todoist (CSV), issues of GitHub (gh issue list --json), todo.txt, lists in Markdown, any CSV whose first row names the columns, or a file of taskdeck export --jsonl. The format is recognised. docs/import.md says what becomes of each field.',
    'First it shows what would be made, and asks. Everything is one change, which one undo takes back. Imported again, a file makes no task twice: what was changed there since is changed here, too.',
  ].join('\n'),
  examples: [
    ['taskdeck import Inbox.csv --dry-run', 'Show what would be imported'],
    ['taskdeck import TODO.md', 'Show it, and ask'],
    [
      'taskdeck import plan.csv --column title=What --column due=When',
      'Say which columns are the title and the due date',
    ],
    ['taskdeck import --from github', 'Import the issues of the repository of this folder, with the installed gh'],
    ['taskdeck import tasks.jsonl --yes --conflicts keep', 'Ask nothing, and keep what was changed here, too'],
  ],
  options: {
    'dry-run': { type: 'boolean', help: 'Only show what would be done' },
    yes: { type: 'boolean', short: 'y', help: 'Ask nothing' },
    skip: { type: 'boolean', help: 'Leave out lines with problems; without it, nothing is imported if there is one' },
    format: {
      type: 'string',
      value: 'FORMAT',
      choices: formats,
      help: `The format, if it is not recognised: ${formats.join(', ')}`,
    },
    column: {
      type: 'string',
      multiple: true,
      value: 'FIELD=COLUMN',
      help: 'For CSV: the column of a field, such as title=Summary',
    },
    from: {
      type: 'string',
      value: 'SOURCE',
      choices: ['github'],
      help: 'github: the issues of the repository of this folder',
    },
    restore: { type: 'boolean', help: 'Bring tasks back from the trash, such as those of an import that was undone' },
    conflicts: {
      type: 'string',
      value: 'CHOICE',
      choices: conflictChoices,
      help: 'For fields that were changed here, too: refuse (the default for taskdeck export --jsonl), keep (otherwise) or replace them',
    },
  },
  words: 'files',
  async run(
    context,
    { 'dry-run': isDry = false, yes = false, skip = false, restore = false, ...values },
    [path, ...more],
  ) {
    if (values.from !== undefined) choiceOf(values.from, ['github'], '--from')
    if ((path === undefined) === (values.from === undefined) || more.length)
      throw usageError('What to import?', 'Name one file, - for stdin, or --from github.')
    const text = path === undefined ? await textFromGithub(context) : await textOfFile(context, path)
    const format = values.format === undefined ? undefined : choiceOf(values.format, formats, '--format')
    const file = readImport(text, path ?? '', format, columnsIn(values.column))
    const usual = file.format === 'lines' ? 'refuse' : 'keep'
    const conflicts =
      values.conflicts === undefined ? usual : choiceOf(values.conflicts, conflictChoices, '--conflicts')
    const client = context.client()
    const query = { skip: skip ? 'true' : 'false', restore: restore ? 'true' : 'false', conflicts } as const
    const preview = withFile(file, await sendImport(client, file.lines, { ...query, skip: 'true', dryRun: 'true' }))
    if (isDry) return print(context, file, preview)
    if (preview.problemCount && !skip) {
      for (const line of problemLines(preview)) context.terminal.note(line)
      throw refused(
        `${preview.problemCount === 1 ? '1 line has a problem' : `${preview.problemCount} lines have problems`}. Nothing was imported.`,
        'Correct them, or leave them out with --skip.',
      )
    }
    if (!yes) await confirm(context, file, preview)
    return print(context, file, withFile(file, await sendImport(client, file.lines, query)))
  },
})

/** The result with the lines of the file instead of those that were sent, and with what was found before. */
function withFile({ problems, remarks, lineOf }: ImportFile, result: ImportResult): ImportResult {
  const inFile = (found: ImportResult['problems']) =>
    found.slice(0, importLimits.listedProblems).map(({ line, message }) => ({ line: lineOf(line), message }))
  return {
    ...result,
    problems: [...problems, ...inFile(result.problems)],
    problemCount: problems.length + result.problemCount,
    remarks: [...remarks, ...inFile(result.remarks)],
  }
}

async function confirm({ terminal, format }: Context, file: ImportFile, preview: ImportResult) {
  if (!terminal.canAsk || format === 'json')
    throw usageError('An import asks first, which needs a terminal.', 'Give --yes, or --dry-run to see what it does.')
  for (const line of [...rowsOf(file), preview.message, ...problemLines(preview)]) terminal.note(line)
  const answer = await terminal.ask('Import? (y)es, (n)o: ')
  if (!/^y(es)?$/i.test(answer)) throw refused('Nothing was imported.')
}

/** The format and the first tasks as they will be. */
function rowsOf({ format, tasks }: ImportFile): string[] {
  if (!tasks) return []
  const rows = tasks.slice(0, listedRows).map(({ title, status, priority, dueDate, labels = [], partOf }) => {
    const facts = [
      status === 'Completed' && 'completed',
      priority,
      dueDate && `due ${dueDate}`,
      partOf && 'as a part',
      ...labels.map((label) => `#${label}`),
    ]
    return `  ${oneLine([title ?? '', ...facts.filter(Boolean)].join(' · '))}`
  })
  const more = tasks.length > listedRows ? [`  … and ${tasks.length - listedRows} more`] : []
  return [`${formatNames[format]}:`, ...rows, ...more]
}

const problemLines = ({ problems, remarks }: ImportResult) =>
  [...problems, ...remarks].map(({ line, message }) => (line ? `Line ${line}: ${oneLine(message)}` : oneLine(message)))

function print(context: Context, file: ImportFile, result: ImportResult) {
  const { seq: _, ...json } = result
  const isDry = json.change === null && result.message.startsWith('Would')
  context.print({
    json: { format: file.format, ...json },
    text: () =>
      withChange(
        context.terminal,
        [...(isDry ? rowsOf(file) : []), oneLine(result.message), ...problemLines(result)].join('\n'),
        json.change,
      ),
  })
}
