import { taskCalls } from '../../contract/calls/tasks.ts'
import { formatNearDay } from '../../contract/format-day.ts'
import { newId } from '../../contract/new-id.ts'
import { excessLength, type Line, newLine } from '../../contract/quick-add/lines.ts'
import { mayLink } from '../../contract/quick-add/links-in-line.ts'
import { parseLine } from '../../contract/quick-add/parse.ts'
import { type LeftOut, leftOutWords, readTodoFile, type TodoItem } from '../../contract/quick-add/todo-file.ts'
import { repeatWords } from '../../contract/repeat-words.ts'
import type { NewTask, Task } from '../../contract/schemas/tasks.ts'
import { someday } from '../../contract/start-date.ts'
import { amountFields } from '../../contract/task-fields.ts'
import { dayOf } from '../../contract/task-lists/due.ts'
import { defaults, taskLimits } from '../../contract/tasks.ts'
import { amountOf } from '../../contract/words/amount-words.ts'
import { remindersInWords } from '../../contract/words/reminder-words.ts'
import { withChange } from '../change-note.ts'
import type { Client } from '../client.ts'
import { type Context, defineCommand } from '../command.ts'
import { doneWhenOption, typedCriteria } from '../criteria.ts'
import { refused, usageError } from '../errors.ts'
import { oneLine } from '../output/clean.ts'
import { loadPreferences, readingOf, todayOf, type UsedPreferences } from '../preferences.ts'
import { remindersIn, remindOption } from '../remind-option.ts'
import { loadTasks, nameOf, numbersOf } from '../tasks.ts'

/** Adds tasks from lines, read as the quick add of the web app reads them. */
export const command = defineCommand({
  synopsis: 'TEXT… | -',
  about: [
    'Reads the text like the quick add of the web app: a day in words, starts monday, remind 15:00, remind 2 days before, !priority, #label, every week, ~3h, part of #3, after #12, related to #7, and at the end done when: SENTENCE :: COMMAND; SENTENCE.',
    'With -, reads a list or a Markdown file from stdin: items of lists are tasks, nested ones their parts, and ticked ones are completed. Headings, prose, comments and code are left out, which is said. A text without list items has one task in each line.',
  ].join('\n'),
  examples: [
    ['taskdeck add "Fix login tomorrow !high #auth"', 'Add a task that is due tomorrow'],
    ['taskdeck add "Call Ana tomorrow remind 15:00"', 'Be reminded of it at 15:00 on the due day'],
    ['taskdeck add Water plants every 3 days', 'Quotes are needed only for !, # and other marks of the shell'],
    ['taskdeck add --plain "Read Sunday Times"', 'Keep the whole text as the title'],
    [
      'taskdeck add "Fix the limiter" --done-when "Its tests pass :: npm test" --done-when "Docs say so"',
      'Say when it is done',
    ],
    ['taskdeck add - < TODO.md', 'Add a task for each item of the lists in a file'],
  ],
  options: {
    plain: { type: 'boolean', help: 'Take the text as it is: no days, priorities or labels' },
    description: { type: 'string', short: 'm', help: 'The description of the task, in Markdown' },
    ...doneWhenOption,
    ...remindOption,
  },
  async run(context, { plain, description, 'done-when': criteria, remind }, words) {
    const { items, leftOut } = await itemsToAdd(context, words)
    const lines = items.map(({ line }) => line)
    const isMany = words.length === 1 && words[0] === '-'
    if (description !== undefined && isMany) throw usageError('--description is for one task, not for lines of stdin.')
    if (criteria && isMany) throw usageError('--done-when is for one task, not for lines of stdin.')
    if (remind && isMany) throw usageError('--remind is for one task, not for lines of stdin.')
    const doneWhen = typedCriteria(criteria)
    const tooLong = lines.find(excessLength)
    if (tooLong) {
      throw refused(
        `A line has ${excessLength(tooLong)} characters: “${tooLong.text.slice(0, 40)}…”`,
        `At most ${taskLimits.description} fit into a task.`,
      )
    }
    const client = context.client()
    const { preferences, reading, parse } = await parserFor(context, client, lines)
    const tasks = withParents(items, (item) => {
      const { line, parent } = item
      const read: NewTask = plain ? { title: line.text, status: line.status } : parse(line, parent !== undefined)
      const text = [read.description, item.description, description].filter(Boolean).join('\n\n')
      return {
        ...read,
        ...(text ? { description: text } : {}),
        ...(doneWhen.length ? { doneWhen: [...(read.doneWhen ?? []), ...doneWhen] } : {}),
        ...(remind ? { reminders: remindersIn(remind, read, reading, read.reminders) } : {}),
      }
    })
    await create(context, client, tasks, preferences, leftOut)
  },
})

/** The tasks of items. A task with parts gets its id here, so that its parts can name it. */
function withParents(items: TodoItem[], taskOf: (item: TodoItem) => NewTask): NewTask[] {
  const ids = new Map<TodoItem, string>()
  for (const { parent } of items) if (parent && !ids.has(parent)) ids.set(parent, newId())
  return items.map((item) => {
    const [_id, partOf] = [ids.get(item), item.parent && ids.get(item.parent)]
    return { ...taskOf(item), ...(_id ? { _id } : {}), ...(partOf ? { partOf } : {}) }
  })
}

interface ToAdd {
  items: TodoItem[]
  leftOut: LeftOut
}

async function itemsToAdd({ terminal }: Context, words: string[]): Promise<ToAdd> {
  if (words.length === 1 && words[0] === '-') {
    const text: string[] = []
    for await (const line of terminal.lines()) text.push(line)
    const read = readTodoFile(text.join('\n'))
    const others = leftOutWords(read.leftOut)
    if (!read.items.length)
      throw refused(
        others ? `There are no tasks on stdin, only ${others}.` : 'There are no lines on stdin.',
        'Give a list, or one task in each line.',
      )
    return read
  }
  const typed = words.join(' ').trim() || (terminal.canAsk ? await terminal.ask('Task: ') : '')
  if (!typed) throw usageError('What to add?', 'Give a text, as in: taskdeck add "Fix login tomorrow !high #auth"')
  return { items: [{ line: newLine(typed), description: '', row: 1 }], leftOut: {} }
}

async function parserFor({ now }: Context, client: Client, lines: Line[]) {
  const isLinked = lines.some(({ text }) => mayLink(text))
  const [preferences, all] = await Promise.all([loadPreferences(client), isLinked ? loadTasks(client) : []])
  const ids = new Map(all.map(({ number, _id }) => [number, _id]))
  const reading = readingOf(preferences, now())
  const parse = (line: Line, isPart: boolean) =>
    parseLine(line, reading, { idOf: (number) => ids.get(number), isPart }).task
  return { preferences, reading, parse }
}

/** Adds tasks in batches of the size that one call takes, and prints each batch when it is there. */
async function create(
  context: Context,
  client: Client,
  tasks: NewTask[],
  preferences: UsedPreferences,
  leftOut: LeftOut,
) {
  const added: Task[] = []
  const changes: (number | null)[] = []
  try {
    for (let from = 0; from < tasks.length; from += taskLimits.bulk) {
      const batch = tasks.slice(from, from + taskLimits.bulk)
      const answer = await client.call(taskCalls.bulkCreate, { body: { tasks: batch } })
      added.push(...answer.tasks)
      changes.push(answer.change)
    }
  } finally {
    // What was added before a batch was refused is there, and has to be said.
    if (added.length || !tasks.length) {
      const today = todayOf(preferences, context.now())
      const hasLeftOut = leftOutWords(leftOut) !== ''
      context.print({
        json: { tasks: added, ...(hasLeftOut ? { leftOut } : {}) },
        quiet: () => numbersOf(added),
        text: () => {
          const lines = added.map((task) => `Added ${nameOf(task)}${oneLine(factsOf(task, preferences, today))}`)
          return withChange(context.terminal, lines.join('\n'), ...changes)
        },
      })
      if (hasLeftOut) context.terminal.note(`Left out, because it is no item of a list: ${leftOutWords(leftOut)}.`)
    }
  }
}

const counted = (criteria: number) => (criteria === 1 ? '1 criterion' : `${criteria} criteria`)

/** What was understood of the line besides the title. */
function factsOf(task: Task, { dateStyle }: UsedPreferences, today: string): string {
  const [day, start] = [dayOf(task), task.startDate?.slice(0, 10)]
  const facts = [
    day && `due ${formatNearDay(day, dateStyle, today)}`,
    start && (start === someday ? 'someday' : `starts ${formatNearDay(start, dateStyle, today)}`),
    task.repeat && repeatWords(task.repeat, (until) => formatNearDay(until, dateStyle, today)),
    task.reminders && `remind ${remindersInWords(task.reminders, dateStyle)}`,
    ...amountFields.map((field) => amountOf(task, field)),
    task.priority !== defaults.priority && task.priority,
    task.labels.map((label) => `#${label}`).join(' '),
    task.doneWhen && counted(task.doneWhen.length),
    task.partOf && 'as a part',
    task.blockedBy?.length && 'blocked',
    task.related?.length && 'related',
  ].filter(Boolean)
  return facts.length ? `  (${facts.join(', ')})` : ''
}
