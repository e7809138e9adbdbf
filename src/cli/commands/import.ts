import { randomUUID } from 'node:crypto'
import { delimiters } from '../../contract/import-formats/delimiters.ts'
import { type FormatName, formatNames } from '../../contract/import-formats/format-names.ts'
import { headingChoices } from '../../contract/import-formats/heading-choices.ts'
import {
  alikeChoices,
  type Here,
  hereChoices,
  type PlanChoices,
  planImport,
  usualChoices,
} from '../../contract/import-formats/plan.ts'
import { conflictChoices, importLimits } from '../../contract/imports.ts'
import type { ImportResult } from '../../contract/schemas/imports.ts'
import { withChange } from '../change-note.ts'
import { choiceOf } from '../choices.ts'
import { type Context, defineCommand } from '../command.ts'
import { refused, usageError } from '../errors.ts'
import { importArchive } from '../import-archive.ts'
import { columnsIn, type ImportFile, readImport, textFromGithub, textsOfFile, withTasks } from '../import-file.ts'
import { leftLines, type Planned, problemLines, rowsOf, summaryOf, type WithFile } from '../import-words.ts'
import { archiveSize } from '../send-archive.ts'
import { hereIn, sendImport } from '../send-import.ts'

const formats = Object.keys(formatNames) as FormatName[]

/** Creates and changes tasks from a file. */
export const command = defineCommand({
  synopsis: 'FILE | --from github',
  about: [
    'Reads an export of Todoist (CSV or its backup ZIP), GitHub, GitLab, Jira, Linear, Trello, Taskwarrior, Vikunja, Super Productivity or Kanboard, a calendar with tasks (iCalendar), todo.txt, lists in Markdown, any CSV whose first row names the columns, a file of taskdeck export --jsonl, or the ZIP of taskdeck export, which comes back with everything. The format is recognised. docs/import.md says what becomes of each field.',
    'First it shows what would be made, and asks. Everything is one change, which one undo takes back. Imported again, a file makes no task twice: what was changed there since is changed here, too.',
  ].join('\n'),
  examples: [
    ['taskdeck import Inbox.csv --dry-run', 'Show what would be imported'],
    ['taskdeck import TODO.md', 'Show it, and ask'],
    [
      'taskdeck import plan.csv --column title=What --column due=When',
      'Say which columns are the title and the due date',
    ],
    ['taskdeck import all.zip', 'Import an archive of Taskdeck, also of another server'],
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
    delimiter: {
      type: 'string',
      value: 'CHARACTER',
      help: 'For CSV: what divides the columns, if it is not recognised: a comma, a semicolon, a bar, or tab',
    },
    headings: {
      type: 'string',
      value: 'CHOICE',
      choices: headingChoices,
      help: 'For Markdown: headings become labels of the tasks below them (the default), parents of these tasks, or none of both',
    },
    label: { type: 'string', value: 'LABEL', help: 'Add this label to each task' },
    from: {
      type: 'string',
      value: 'SOURCE',
      choices: ['github'],
      help: 'github: the issues of the repository of this folder',
    },
    again: {
      type: 'string',
      value: 'CHOICE',
      choices: hereChoices,
      help: 'For tasks that an earlier import has made: update what has changed in the file (the default), skip them, or import copies',
    },
    alike: {
      type: 'string',
      value: 'CHOICE',
      choices: alikeChoices,
      help: 'For tasks with the title and due date of another task here: skip (the default) or import them',
    },
    open: { type: 'boolean', help: 'Leave out tasks that are completed in the file' },
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
    { 'dry-run': isDry = false, yes = false, skip = false, restore = false, open = false, ...values },
    [path, ...more],
  ) {
    if (values.from !== undefined) choiceOf(values.from, ['github'], '--from')
    if ((path === undefined) === (values.from === undefined) || more.length)
      throw usageError('What to import?', 'Name one file, - for stdin, or --from github.')
    const size = path === undefined || path === '-' ? undefined : await archiveSize(path)
    if (path !== undefined && size !== undefined) {
      refuseForArchive({ ...values, skip, open })
      return importArchive(context, { file: path, size }, { isDry, yes, restore })
    }
    const format = values.format === undefined ? undefined : choiceOf(values.format, formats, '--format')
    const options = {
      columns: columnsIn(values.column),
      ...(values.delimiter === undefined ? {} : { delimiter: delimiterOf(values.delimiter) }),
      ...(values.headings === undefined ? {} : { headings: choiceOf(values.headings, headingChoices, '--headings') }),
      ...(values.label === undefined ? {} : { label: values.label }),
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    }
    const opened = path === undefined ? await textFromGithub(context) : await textsOfFile(context, path)
    const whole = readImport(opened, path ?? '', format, options)
    const usual = whole.format === 'lines' ? 'refuse' : 'keep'
    const conflicts =
      values.conflicts === undefined ? usual : choiceOf(values.conflicts, conflictChoices, '--conflicts')
    const choices = {
      here: values.again === undefined ? usualChoices.here : choiceOf(values.again, hereChoices, '--again'),
      alike: values.alike === undefined ? usualChoices.alike : choiceOf(values.alike, alikeChoices, '--alike'),
      ...{ completed: !open, restore },
    }
    const client = context.client()
    const query = {
      ...{ skip: flag(skip), restore: flag(restore), conflicts, fromSource: flag(whole.format !== 'lines') },
    }
    const tried = { ...query, skip: flag(true), dryRun: flag(true) }
    const found = await sendImport(client, whole.lines, tried)
    const file = planned(whole, hereIn(found), choices)
    if (!file.lines.length && whole.lines.length)
      throw refused(`Nothing is left to import. ${leftLines(file).join(' ')}`.trim())
    const isWhole = file.lines.every((line, index) => line === whole.lines[index]) && !file.leftCount
    const preview = withFile(file, isWhole ? found : await sendImport(client, file.lines, tried))
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

/** The options that say how a file of another program is read. */
const readingOptions = new Set([
  ...['format', 'column', 'delimiter', 'headings', 'label', 'again', 'alike', 'conflicts', 'skip', 'open'],
])

/** An archive is imported as it is. */
function refuseForArchive(given: object): void {
  const [name] = Object.entries(given).flatMap(([name, value]) => (value && readingOptions.has(name) ? name : []))
  if (name) throw usageError(`--${name} is not for archives.`, 'An archive is imported as a whole: leave it out.')
}

/** What is imported of a file, by what is here already. */
function planned(file: ImportFile, here: Here, choices: PlanChoices): Planned {
  if (!file.tasks) return { ...file, againCount: 0, alikeCount: 0, leftCount: 0 }
  const plan = planImport(file.tasks, here, choices, randomUUID())
  return {
    ...withTasks(file, plan.tasks),
    againCount: choices.here === 'skip' ? here.changed.length + here.same.length : 0,
    alikeCount: choices.alike === 'skip' ? here.alike.length : 0,
    leftCount: file.tasks.length - plan.tasks.length,
  }
}

const flag = (is: boolean): 'true' | 'false' => (is ? 'true' : 'false')

/** A character, or the word for one that is hard to type. */
function delimiterOf(given: string): string {
  const found = delimiters.find((one) => one === given || (one === '\t' && /^(tab|\\t)$/i.test(given)))
  if (found === undefined)
    throw usageError('--delimiter takes one character.', 'Use a comma, a semicolon, a bar, or tab.')
  return found
}

/** The result with the lines of the file instead of those that were sent, and with what was found before. */
function withFile({ problems, remarks, placeOf }: ImportFile, result: ImportResult): WithFile {
  const inFile = (found: ImportResult['problems']) =>
    found.slice(0, importLimits.listedProblems).map(({ line, message }) => ({ ...placeOf(line), message }))
  return {
    ...result,
    problems: [...problems, ...inFile(result.problems)],
    problemCount: problems.length + result.problemCount,
    remarks: [...remarks, ...inFile(result.remarks)],
  }
}

async function confirm({ terminal, format }: Context, file: Planned, preview: WithFile) {
  if (!terminal.canAsk || format === 'json')
    throw usageError('An import asks first, which needs a terminal.', 'Give --yes, or --dry-run to see what it does.')
  for (const line of [...rowsOf(file), ...summaryOf(file, preview)]) terminal.note(line)
  const answer = await terminal.ask('Import? (y)es, (n)o: ')
  if (!/^y(es)?$/i.test(answer)) throw refused('Nothing was imported.')
}

function print(context: Context, file: Planned, result: WithFile) {
  const { seq: _, here: __, ...json } = result
  const isDry = json.change === null && result.message.startsWith('Would')
  context.print({
    json: { format: file.format, ...json },
    text: () =>
      withChange(
        context.terminal,
        [...(isDry ? rowsOf(file) : []), ...summaryOf(file, result)].join('\n'),
        json.change,
      ),
  })
}
