import { historyCalls } from '../contract/calls/history.ts'
import type { LeftAlone, TokenUndo } from '../contract/schemas/history.ts'
import {
  changesInWords,
  leftInWords,
  nothingBy,
  tasksInWords,
  undoLines,
  undoneWords,
} from '../contract/words/token-undo-words.ts'
import { withChange } from './change-note.ts'
import type { Context } from './command.ts'
import { refused } from './errors.ts'
import { linkNames } from './link-names.ts'
import { momentIn } from './moments.ts'
import { oneLine } from './output/clean.ts'
import { loadPreferences } from './preferences.ts'
import { nameOf } from './tasks.ts'

interface Wanted {
  via: string
  since: string
  dryRun: boolean
  isAgreed: boolean
}

/** Undoes everything that a token has changed since a given time: shows the list first, asks in a terminal, and names what is left alone. */
export async function undoToken(context: Context, { via, since, dryRun, isAgreed }: Wanted): Promise<void> {
  const client = context.client()
  const { dateStyle } = await loadPreferences(client)
  const from = momentIn(since, { dateStyle, now: context.now() }, '--since')
  const preview = await client.call(historyCalls.tokenUndo, { query: { via, since: from } })
  const linkedName = await linkNames(
    client,
    preview.tasks.flatMap(({ before, after }) => [before, after]),
  )
  const style = { dateStyle, linkedName, now: context.now().toISOString() }
  const left = leftText(preview.left, preview.leftCount, style)
  if (dryRun) {
    const end = 'Nothing was undone: this is what undo would do without --dry-run.'
    return context.print({
      json: preview,
      text: () => [previewText(via, preview, style), left, end].filter(Boolean).join('\n'),
    })
  }
  if (preview.changes && !isAgreed) {
    if (!context.terminal.canAsk)
      throw refused('Nothing was undone, because nobody can be asked.', 'Add --yes, or see the list with --dry-run.')
    context.terminal.note([previewText(via, preview, style), left].filter(Boolean).join('\n'))
    const answer = await context.terminal.ask(`Undo ${changesInWords(preview.changes)} by ${via}? (y)es, (n)o: `)
    if (!/^y(es)?$/i.test(answer.trim())) throw refused('Nothing was undone.')
  }
  const done = await client.call(historyCalls.undoToken, { body: { via, since: from, upTo: preview.upTo } })
  context.print({
    json: done,
    text: () => {
      const lines = [undoneWords(via, done.changes), leftText(done.left, done.leftCount, style)]
      return withChange(context.terminal, lines.filter(Boolean).map(String).join('\n'), done.change)
    },
  })
}

type Style = Parameters<typeof undoLines>[2]

function previewText(via: string, { changes, taskCount, tasks }: TokenUndo, style: Style): string {
  if (!changes) return nothingBy(via)
  const lines = tasks.flatMap((one) => [
    oneLine(`${nameOf(one.task)} (${changesInWords(one.changes)})`),
    ...undoLines(one, via, style).map(({ was, willBe }) => oneLine(`  ${was} → ${willBe}`)),
  ])
  const more = taskCount - tasks.length
  return [
    `${changesInWords(changes)} by ${via} on ${tasksInWords(taskCount)}:`,
    ...lines,
    ...(more ? [`and ${tasksInWords(more)} more`] : []),
  ].join('\n')
}

function leftText(left: LeftAlone[], count: number, style: Style): string {
  if (!count) return ''
  const lines = left.map((one) => {
    const { field, later } = leftInWords(one, style)
    const time = new Date(one.event.at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short', hour12: false })
    return oneLine(`  #${one.task.number} ${field ? `${field}: ` : ''}${later} (${time})`)
  })
  const more = count - left.length
  return ['Left alone, because it was changed since:', ...lines, ...(more ? [`  and ${more} more`] : [])].join('\n')
}
