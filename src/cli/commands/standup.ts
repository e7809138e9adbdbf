import { addDays } from '../../contract/calendar-day.ts'
import { defineCommand } from '../command.ts'
import { usageError } from '../errors.ts'
import { standupMarkdown, standupText } from '../output/standup.ts'
import { loadPreferences, readingOf, todayOf } from '../preferences.ts'
import { dayIn } from '../reading.ts'
import { lastWorkingDay, standupOf } from '../standup.ts'
import { loadTasks } from '../tasks.ts'

/** What to say in a standup. */
export const command = defineCommand({
  synopsis: '[--since DAY] [--markdown]',
  about:
    'What was done since the last working day, what is in progress, and what is blocked. Weekends are not working days: on a Monday, it begins with Friday.',
  examples: [
    ['taskdeck standup', 'For reading'],
    ['taskdeck standup --markdown | pbcopy', 'For a chat'],
    ['taskdeck standup --since "last monday"', 'Since another day'],
  ],
  options: {
    since: { type: 'string', value: 'DAY', help: 'What was done since this day; the last working day unless given' },
    markdown: { type: 'boolean', help: 'Print Markdown' },
  },
  async run(context, { since, markdown }) {
    const client = context.client()
    const [tasks, preferences] = await Promise.all([loadTasks(client), loadPreferences(client)])
    const { dateStyle } = preferences
    const today = todayOf(preferences, context.now())
    const day =
      since === undefined ? lastWorkingDay(today) : dayIn(since, readingOf(preferences, context.now()), '--since')
    if (day === null || day > today)
      throw usageError('--since needs a day that has begun.', `Such as: --since ${addDays(today, -1)}`)
    const standup = standupOf(tasks, day, today)
    context.print({
      json: standup,
      text: () => (markdown ? standupMarkdown(standup, dateStyle) : standupText(standup, dateStyle, context.terminal)),
    })
  },
})
