import { claimCalls } from '../../contract/calls/claims.ts'
import { claimLimits } from '../../contract/claims.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { writeView } from '../../contract/task-lists/view-address.ts'
import { durationInWords } from '../../contract/words/claim-words.ts'
import { withChange } from '../change-note.ts'
import { type Context, defineCommand, type Values } from '../command.ts'
import { usageError } from '../errors.ts'
import { filterOptions, listView } from '../list-view.ts'
import { namingMissing } from '../missing-tasks.ts'
import { loadPreferences, todayOf, usualPreferences } from '../preferences.ts'
import { savedView } from '../print-list.ts'
import { isTaskReference, nameOf, taskReference } from '../tasks.ts'

const options = {
  ...filterOptions,
  for: { type: 'string', value: 'TIME', help: 'How long, such as 45m, 2h or 1d; 30 minutes unless given' },
} as const

/** Claims a task, so that nobody else works on it. */
export const command = defineCommand({
  synopsis: '[TASK] | [WORDS…] [FILTERS]',
  about: [
    'Claims a task and sets it to In Progress. Without a number, takes the most urgent task that is ready: open, started, not blocked, without open parts, and held by nobody. Words and filters choose among them, as for taskdeck list. Programs that take tasks at the same time get different ones.',
    'Everything that you write to the task renews the claim. It ends when the task is completed or Pending again, is released, or runs out. If nothing is ready, the exit code is 5.',
  ].join('\n\n'),
  examples: [
    ['taskdeck take', 'Take the most urgent task that is ready'],
    ['taskdeck take 12 --for 2h', 'Take this one, for two hours'],
    ['taskdeck take --label auth --json', 'Take one with a label, for a script'],
    ['taskdeck take --view "This sprint" --quiet', 'Take one of a saved view, and print its number'],
  ],
  options,
  async run(context, { for: time, ...filters }, words) {
    const [first, ...more] = words
    const minutes = time === undefined ? {} : { minutes: minutesIn(time) }
    const isNamed = isTaskReference(first)
    const isFiltered = Object.keys(filters).some((name) => name in options)
    if (isNamed && (more.length || isFiltered))
      throw usageError('Give the number of one task, or words and filters.', 'taskdeck take 12')
    const client = context.client()
    const body = isNamed
      ? { task: taskReference(first ?? '') }
      : {
          ...(await choiceOf(context, filters, words)),
          today: todayOf(await loadPreferences(client), context.now()),
        }
    const named = 'task' in body ? [body.task] : []
    const { task, change } = await namingMissing(client, named, () =>
      client.call(claimCalls.claim, { body: { ...body, ...minutes } }),
    )
    context.print({
      json: { task, change },
      quiet: () => String(task.number),
      text: () => withChange(context.terminal, `Took ${nameOf(task)} for ${lengthOf(task)}`, change),
    })
  },
})

/** A saved view alone is known to the server. Together with words and filters, it is a filter. */
async function choiceOf(context: Context, filters: Values<typeof filterOptions>, words: string[]) {
  const { view: name, ...rest } = filters
  if (name === undefined && !words.length && !Object.keys(rest).length) return {}
  const view = name === undefined ? undefined : await savedView(context.client(), name)
  if (view && !words.length && !Object.keys(rest).length) return { view: view.id }
  const preferences = { ...usualPreferences, filter: '' as const }
  const { filter } = listView({ values: filters, words, view, preferences })
  return { filter: writeView(new URLSearchParams(), { filter }, { preferences, grouping: 'none' }).toString() }
}

const lengthOf = ({ claim }: Task) => durationInWords((claim?.minutes ?? 0) * 60_000)

const units = { m: 1, min: 1, h: 60, d: 24 * 60 }

function minutesIn(text: string): number {
  const [, count, unit = 'm'] = /^(\d{1,4})\s*(m|min|h|d)?$/i.exec(text.trim()) ?? []
  const minutes = Number(count) * units[unit.toLowerCase() as keyof typeof units]
  if (minutes >= claimLimits.min && minutes <= claimLimits.max) return minutes
  throw usageError(`--for cannot be “${text}”.`, 'Use a time between 5m and 24h, such as 45m or 2h.')
}
