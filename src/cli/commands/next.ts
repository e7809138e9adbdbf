import { meetingCalls } from '../../contract/calls/meetings.ts'
import { questionCalls } from '../../contract/calls/questions.ts'
import { CallError } from '../../contract/client.ts'
import { type FreeTime, fitsBefore, freeTimeIn } from '../../contract/meetings.ts'
import { needsYou, questionLimits } from '../../contract/questions.ts'
import { type Ranked, rank } from '../../contract/task-lists/rank.ts'
import { startOfNote } from '../../contract/words/note-words.ts'
import type { Client } from '../client.ts'
import { defineCommand } from '../command.ts'
import { countOf } from '../counts.ts'
import { filterOptions } from '../list-view.ts'
import { oneLine } from '../output/clean.ts'
import { table } from '../output/table.ts'
import { tabbed, taskColumns } from '../output/task-table.ts'
import { chosenTasks } from '../print-list.ts'
import { numbersOf } from '../tasks.ts'

const usualCount = 5

type Reasoned = Pick<Ranked, 'task' | 'reasons'>

/** The first reason of a task that needs the user is its newest question. */
async function withQuestions(client: Client, ranked: Ranked[]): Promise<Reasoned[]> {
  if (!ranked.some(({ task }) => needsYou(task))) return ranked
  const query = { limit: String(questionLimits.maxPage) }
  const { questions } = await client.call(questionCalls.list, { query })
  return ranked.map(({ task, reasons }) => {
    const asked = needsYou(task) && questions.find((question) => question.task._id === task._id)
    return {
      task,
      reasons: asked
        ? [
            `${asked.kind === 'answer' ? 'has the answer' : 'asks'} “${startOfNote(asked.text, 40)}”`,
            ...reasons.slice(1),
          ]
        : reasons,
    }
  })
}

/** The time before the user's next meeting, if it can matter to a task. */
async function freeTime(client: Client, ranked: Ranked[]): Promise<FreeTime | undefined> {
  if (!ranked.some(({ task }) => task.estimate)) return undefined
  return client.call(meetingCalls.freeTime, {}).then(freeTimeIn, (error: unknown) => {
    // An older server does not know meetings.
    if (error instanceof CallError && error.code === 'not_found') return undefined
    throw error
  })
}

async function withReasons(client: Client, ranked: Ranked[]): Promise<Reasoned[]> {
  const [asked, free] = await Promise.all([withQuestions(client, ranked), freeTime(client, ranked)])
  return asked.map(({ task, reasons }) => {
    const fits = fitsBefore(task, free)
    return { task, reasons: fits ? [...reasons, fits] : reasons }
  })
}

/** The tasks to do next, as the screen Next of the web app ranks them. */
export const command = defineCommand({
  synopsis: '[WORDS…] [FILTERS]',
  about:
    'The open tasks that have started and that nothing blocks, the most urgent first. Words and filters choose among them, as for taskdeck list.',
  examples: [
    ['taskdeck next', `Show the ${usualCount} most urgent tasks`],
    ['taskdeck next --label auth --due week', 'Only tasks with a label that are due this week'],
    ['taskdeck next --limit 1 --quiet', 'Print the number of the most urgent one'],
  ],
  options: {
    ...filterOptions,
    limit: { type: 'string', short: 'n', value: 'N', help: `Show at most N tasks; ${usualCount} unless given` },
  },
  async run(context, { limit, ...filters }, words) {
    const { print, terminal } = context
    const count = countOf(limit, '--limit') ?? usualCount
    const { all, matching, today } = await chosenTasks(context, filters, words)
    const ranked = await withReasons(context.client(), rank(matching, today, all).slice(0, count))
    const { columns, style } = terminal
    const reasons = {
      text: ({ reasons: words }: Reasoned) => oneLine(words.join(', ')),
      style: (_: Reasoned, cell: string) => style('dim', cell),
    }
    print({
      json: { tasks: ranked.map(({ task, reasons: words }) => ({ ...task, reasons: words })) },
      quiet: () => numbersOf(ranked.map(({ task }) => task)),
      text: () => {
        if (!columns)
          return ranked.map(({ task, reasons: words }) => tabbed(task, oneLine(words.join(', ')))).join('\n')
        const shown = taskColumns({ style, today, all })
        const ofTask = [shown.number, shown.state, shown.title, shown.parent].map((column) => ({
          ...column,
          text: ({ task }: Reasoned) => column.text(task),
          style: ({ task }: Reasoned, cell: string) => column.style?.(task, cell) ?? cell,
        }))
        return (
          table(ranked, [...ofTask, reasons], columns) ||
          'Nothing to do next: no open task that matches has started and is not blocked.'
        )
      },
    })
  },
})
