import { readFile, stat } from 'node:fs/promises'
import { conflictChoices, importLimits } from '../../contract/imports.ts'
import type { ImportResult } from '../../contract/schemas/imports.ts'
import { withChange } from '../change-note.ts'
import { choiceOf } from '../choices.ts'
import { type Context, defineCommand } from '../command.ts'
import { refused, usageError } from '../errors.ts'
import { oneLine } from '../output/clean.ts'
import { sendImport } from '../send-import.ts'

/** Creates and changes tasks from a file. */
export const command = defineCommand({
  synopsis: 'FILE.jsonl',
  about: [
    'Reads a file of taskdeck export --jsonl, or one that a program has written in the same form: one JSON object per line with the _id and the fields of a task. An unknown _id makes a new task. A known one changes the task: fields that the line has are merged with what was changed here since its version.',
    'First it says what would be done, and asks. Everything is one change, which one undo takes back.',
  ].join('\n'),
  examples: [
    ['taskdeck import tasks.jsonl --dry-run', 'Show what would be done'],
    ['taskdeck import tasks.jsonl', 'Show it, and ask'],
    ['taskdeck import tasks.jsonl --yes --conflicts keep', 'Ask nothing, and keep what was changed here, too'],
  ],
  options: {
    'dry-run': { type: 'boolean', help: 'Only show what would be done' },
    yes: { type: 'boolean', short: 'y', help: 'Ask nothing' },
    skip: { type: 'boolean', help: 'Leave out lines with problems; without it, nothing is imported if there is one' },
    restore: { type: 'boolean', help: 'Bring tasks back from the trash, such as those of an import that was undone' },
    conflicts: {
      type: 'string',
      value: 'CHOICE',
      choices: conflictChoices,
      help: 'For fields that were changed here, too: refuse (the default), keep or replace them',
    },
  },
  words: 'files',
  async run(
    context,
    { 'dry-run': isDry = false, yes = false, skip = false, restore = false, ...values },
    [path, ...more],
  ) {
    if (path === undefined || more.length) throw usageError('What to import?', 'Name one file, or - for stdin.')
    const choice =
      values.conflicts === undefined ? 'refuse' : choiceOf(values.conflicts, conflictChoices, '--conflicts')
    const lines = (await textOf(context, path)).replace(/^\uFEFF/, '').split('\n')
    const client = context.client()
    const query = { skip: skip ? 'true' : 'false', restore: restore ? 'true' : 'false', conflicts: choice } as const
    const preview = await sendImport(client, lines, { ...query, dryRun: 'true' })
    if (isDry) return print(context, preview)
    if (preview.problemCount && !skip) {
      for (const line of problemLines(preview)) context.terminal.note(line)
      throw refused(
        `${preview.problemCount} lines of ${oneLine(path)} have problems. Nothing was imported.`,
        'Correct them, or leave them out with --skip.',
      )
    }
    if (!yes) await confirm(context, preview)
    return print(context, await sendImport(client, lines, query))
  },
})

async function textOf({ terminal }: Context, path: string): Promise<string> {
  if (path === '-') {
    const lines: string[] = []
    for await (const line of terminal.lines()) lines.push(line)
    return lines.join('\n')
  }
  try {
    const { size } = await stat(path)
    if (size > importLimits.bytes)
      throw refused(
        `${oneLine(path)} is larger than ${importLimits.bytes / 1024 / 1024} MiB.`,
        'Divide it into several.',
      )
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw refused(`${oneLine(path)} cannot be read: ${error.message}`)
    throw error
  }
}

async function confirm({ terminal, format }: Context, preview: ImportResult) {
  if (!terminal.canAsk || format === 'json')
    throw usageError('An import asks first, which needs a terminal.', 'Give --yes, or --dry-run to see what it does.')
  for (const line of [preview.message, ...problemLines(preview)]) terminal.note(line)
  const answer = await terminal.ask('Import? (y)es, (n)o: ')
  if (!/^y(es)?$/i.test(answer)) throw refused('Nothing was imported.')
}

const problemLines = ({ problems, remarks }: ImportResult) =>
  [...problems, ...remarks].map(({ line, message }) => `Line ${line}: ${oneLine(message)}`)

function print(context: Context, result: ImportResult) {
  const { seq: _, ...json } = result
  context.print({
    json,
    text: () =>
      withChange(context.terminal, [oneLine(result.message), ...problemLines(result)].join('\n'), json.change),
  })
}
