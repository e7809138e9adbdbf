import { trashCalls } from '../../contract/calls/trash.ts'
import { timeAgo } from '../../contract/time-ago.ts'
import { trashDays } from '../../contract/trash.ts'
import { type Context, defineCommand } from '../command.ts'
import { refused, usageError } from '../errors.ts'
import { oneLine } from '../output/clean.ts'
import { table } from '../output/table.ts'
import { numbersOf } from '../tasks.ts'

/** Lists the trash, or empties it. */
export const command = defineCommand({
  synopsis: '[empty]',
  about: `Lists deleted tasks, and deleted files of other tasks, newest first. They are deleted for good after ${trashDays} days. taskdeck restore brings them back. taskdeck trash empty deletes everything at once, for good: it asks in a terminal, and needs --force elsewhere.`,
  examples: [
    ['taskdeck trash', 'List what was deleted'],
    ['taskdeck restore 12', 'Bring a task back'],
    ['taskdeck trash empty', 'Delete everything in the trash for good'],
  ],
  options: { force: { type: 'boolean', short: 'f', help: 'Empty the trash without a question' } },
  words: ['empty'],
  async run(context, { force = false }, [action, ...more]) {
    if (more.length || (action !== undefined && action !== 'empty'))
      throw usageError(
        `taskdeck trash cannot “${[action, ...more].join(' ')}”.`,
        'taskdeck trash lists what was deleted, and taskdeck trash empty deletes it for good.',
      )
    const { tasks, files } = await context.client().call(trashCalls.list, {})
    if (action === 'empty') return empty(context, tasks.length + files.length, force)
    const rows = [
      ...tasks.map(({ number, title, trashedAt }) => ({ kind: 'task', number, name: title, at: trashedAt })),
      ...files.map(({ name, task, removedAt }) => ({ kind: 'file', number: task.number, name, at: removedAt })),
    ]
    const { columns, style } = context.terminal
    context.print({
      json: { tasks, files },
      quiet: () => numbersOf(tasks),
      text: () => {
        if (columns === undefined)
          return rows
            .map((row) => [row.kind, row.number, row.at, row.name].map(String).map(oneLine).join('\t'))
            .join('\n')
        if (!rows.length) return style('dim', 'The trash is empty.')
        const now = context.now().getTime()
        return table(
          rows,
          [
            { text: ({ number }) => `#${number}`, align: 'end', style: (_, cell) => style('dim', cell) },
            { text: ({ kind, name }) => (kind === 'file' ? `File ${name}` : name), isFlexible: true },
            { text: ({ at }) => timeAgo(at, now), style: (_, cell) => style('dim', cell) },
          ],
          columns,
        )
      },
    })
  },
})

/** More calls than any trash needs. A server that always asks for one more must not be called for ever. */
const maxCalls = 1_000

async function empty(context: Context, count: number, isForced: boolean) {
  const { terminal } = context
  const things = count === 1 ? '1 thing' : `${count} things`
  if (!isForced && count) {
    if (!terminal.canAsk) throw refused('Emptying the trash cannot be undone.', 'Say that you mean it with --force.')
    const answer = await terminal.ask(`Delete ${things} for good? (y)es, (n)o: `)
    if (!/^y(es)?$/i.test(answer)) throw refused('Nothing was deleted.', 'Answer with y, or give --force.')
  }
  const client = context.client()
  let answer = await client.call(trashCalls.empty, {})
  // A large trash takes several calls. The last answer says if something is left.
  for (let calls = 1; answer.more === true && calls < maxCalls; calls++)
    answer = await client.call(trashCalls.empty, {})
  const { message } = answer
  context.print({ json: { message }, text: () => oneLine(message) })
}
