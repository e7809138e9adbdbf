import { localDay } from '../../contract/calendar-day.ts'
import { type Ranked, rank } from '../../contract/task-lists/rank.ts'
import { defineCommand } from '../command.ts'
import { countOf } from '../counts.ts'
import { table } from '../output/table.ts'
import { tabbed, taskColumns } from '../output/task-table.ts'
import { loadTasks, numbersOf } from '../tasks.ts'

const usualCount = 5

/** The tasks to do next, as the screen Next of the web app ranks them. */
export const command = defineCommand({
  synopsis: '[--limit N]',
  about: 'The open tasks that have started and that nothing blocks, the most urgent first.',
  examples: [
    ['taskdeck next', `Show the ${usualCount} most urgent tasks`],
    ['taskdeck next --limit 1 --quiet', 'Print the number of the most urgent one'],
  ],
  options: {
    limit: { type: 'string', short: 'n', value: 'N', help: `Show at most N tasks; ${usualCount} unless given` },
  },
  async run({ client, now, print, terminal }, { limit }) {
    const count = countOf(limit, '--limit') ?? usualCount
    const today = localDay(now())
    const ranked = rank(await loadTasks(client()), today).slice(0, count)
    const { columns, style } = terminal
    const reasons = {
      text: ({ reasons: words }: Ranked) => words.join(', '),
      style: (_: Ranked, cell: string) => style('dim', cell),
    }
    print({
      json: { tasks: ranked.map(({ task, reasons: words }) => ({ ...task, reasons: words })) },
      quiet: () => numbersOf(ranked.map(({ task }) => task)),
      text: () => {
        if (!columns) return ranked.map(({ task, reasons: words }) => tabbed(task, words.join(', '))).join('\n')
        const shown = taskColumns({ style, today })
        const ofTask = [shown.number, shown.state, shown.title].map((column) => ({
          ...column,
          text: ({ task }: Ranked) => column.text(task),
          style: ({ task }: Ranked, cell: string) => column.style?.(task, cell) ?? cell,
        }))
        return (
          table(ranked, [...ofTask, reasons], columns) ||
          'Nothing to do next: no open task has started and is not blocked.'
        )
      },
    })
  },
})
