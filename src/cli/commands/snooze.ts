import { untilWords } from '../../contract/words/snooze-words.ts'
import { withChange } from '../change-note.ts'
import { changeTasks } from '../change-status.ts'
import { defineCommand } from '../command.ts'
import { usageError } from '../errors.ts'
import { loadPreferences, readingOf, todayOf } from '../preferences.ts'
import { startIn } from '../reading.ts'
import { isTaskReference, nameOf, numbersOf, tasksOrCurrent } from '../tasks.ts'

/** Puts tasks off until a day: they are not offered by Next before. */
export const command = defineCommand({
  synopsis: '[TASK…] DAY | someday | --clear',
  about:
    'Puts tasks off: they are in Later until that day, and taskdeck list and next leave them out. Sets the start date, which taskdeck edit --start also does. All tasks of a command are one change.',
  examples: [
    ['taskdeck snooze 12 monday', 'Put a task off until the next Monday'],
    ['taskdeck snooze 12 13 in 2 weeks', 'Several tasks, and a day in several words'],
    ['taskdeck snooze 12 someday', 'Put it off without a day'],
    ['taskdeck snooze 12 --clear', 'Wake it up'],
  ],
  options: { clear: { type: 'boolean', help: 'Let the tasks start at once' } },
  words: 'tasks',
  async run(context, { clear = false }, words) {
    const count = words.findIndex((word) => !isTaskReference(word))
    const [named, typed] = count < 0 ? [words, ''] : [words.slice(0, count), words.slice(count).join(' ')]
    if (clear === (typed !== ''))
      throw usageError('Until when?', 'Give a day such as monday or 2026-12-01, someday, or --clear.')
    const ids = await tasksOrCurrent(context, named)
    const preferences = await loadPreferences(context.client())
    const { dateStyle } = preferences
    const today = todayOf(preferences, context.now())
    const startDate = clear ? null : startIn(typed, readingOf(preferences, context.now()), 'The day')
    if (startDate !== null && startDate <= today)
      throw usageError('The day must be after today.', '--clear lets the tasks start at once.')
    const { tasks, nextTasks, change } = await changeTasks(context, ids, { startDate })
    const until = startDate === null ? '' : untilWords(startDate, dateStyle, today)
    context.print({
      json: { tasks, nextTasks, change },
      quiet: () => numbersOf(nextTasks),
      text: () => {
        const lines = tasks.map((task) =>
          until ? `Snoozed ${nameOf(task)} until ${until}` : `Woke up ${nameOf(task)}`,
        )
        return withChange(context.terminal, lines.join('\n'), change)
      },
    })
  },
})
