import { historyCalls } from '../../contract/calls/history.ts'
import type { Output } from '../../contract/endpoint.ts'
import { maxListedChanges } from '../../contract/history.ts'
import { timeAgo } from '../../contract/time-ago.ts'
import { describeAuthor, describeEvent } from '../../contract/words/event-words.ts'
import { tasksInWords } from '../../contract/words/token-undo-words.ts'
import { defineCommand } from '../command.ts'
import { countOf } from '../counts.ts'
import { linkNames } from '../link-names.ts'
import { momentIn } from '../moments.ts'
import { oneLine } from '../output/clean.ts'
import { loadPreferences } from '../preferences.ts'
import { loadTasks, nameOf } from '../tasks.ts'

type Changes = Output<typeof historyCalls.changes>['changes']

/** The changes of all tasks. */
export const command = defineCommand({
  synopsis: '[--via TOKEN] [--since TIME] [--limit N]',
  about:
    'Lists the changes of all tasks, newest first, with their numbers for taskdeck undo --change. With --via, only those that were made with a token, by a person, a program or an agent.',
  examples: [
    ['taskdeck log', 'The last 50 changes'],
    ['taskdeck log --via codex --since 2h', 'All that codex has changed in the last two hours'],
    ['taskdeck log --since yesterday --json', 'All changes since yesterday, for a script'],
  ],
  options: {
    via: { type: 'string', value: 'TOKEN', help: 'Only changes that were made with this token, even a revoked one' },
    since: { type: 'string', value: 'TIME', help: 'All changes since 2h, 3d, 09:30, yesterday or 2026-11-17T09:30' },
    limit: { type: 'string', value: 'N', help: 'The maximum number; 50 unless --since is given' },
  },
  async run(context, { via, since, limit }) {
    const client = context.client()
    const max = countOf(limit, '--limit') ?? (since === undefined ? 50 : Number.POSITIVE_INFINITY)
    const { dateStyle } = await loadPreferences(client)
    const from = since === undefined ? '' : momentIn(since, { dateStyle, now: context.now() }, '--since')
    const changes: Changes = []
    let before: number | null | undefined
    do {
      const query = {
        limit: String(Math.min(maxListedChanges, max)),
        ...(via === undefined ? {} : { via }),
        ...(before == null ? {} : { before: String(before) }),
      }
      const page = await client.call(historyCalls.changes, { query })
      const wanted = page.changes.filter(({ at }) => at >= from)
      changes.push(...wanted)
      before = wanted.length < page.changes.length ? null : page.nextBefore
    } while (before !== null && changes.length < max)
    const listed = changes.slice(0, max)
    const isText = context.format === 'text'
    const linkedName = isText
      ? await linkNames(
          client,
          listed.flatMap((one) => [one.before, one.after]),
        )
      : String
    const tasks = new Map((isText && listed.length ? await loadTasks(client) : []).map((task) => [task._id, task]))
    const subjectOf = ({ task, taskCount, after }: Changes[number]) => {
      const known = tasks.get(task)
      if (taskCount > 1) return tasksInWords(taskCount)
      if (known) return nameOf(known)
      return after?.title ? `${after.title} (deleted)` : 'a deleted task'
    }
    context.print({
      json: { changes: listed },
      quiet: () => listed.map(({ change }) => String(change)).join('\n'),
      text: () => {
        if (!listed.length) return `No changes${via === undefined ? '' : ` by ${via}`}${since ? ' in this time' : ''}.`
        const { style } = context.terminal
        return listed
          .map((one) => {
            const words = `${describeAuthor(one.by, one)} ${describeEvent(one, dateStyle, linkedName)}`
            const when = `${timeAgo(one.at, context.now().getTime())} · change ${one.change}`
            return `${oneLine(subjectOf(one))}: ${oneLine(words)} ${style('dim', `· ${when}`)}`
          })
          .join('\n')
      },
    })
  },
})
