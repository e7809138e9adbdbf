import type { Task } from '../../contract/schemas/tasks.ts'
import { holderForProgram, timeOfClaim } from '../../contract/words/claim-words.ts'
import { defineCommand } from '../command.ts'
import { oneLine } from '../output/clean.ts'
import { table } from '../output/table.ts'
import { loadTasks, numbersOf } from '../tasks.ts'

/** The holders of tasks. */
export const command = defineCommand({
  synopsis: '',
  about:
    'Lists the tasks that somebody holds, with the holder and the time that is left, and those whose claim has run out.',
  examples: [['taskdeck who', 'Show who works on what']],
  options: {},
  async run(context) {
    const now = context.now().toISOString()
    const tasks = (await loadTasks(context.client())).filter(({ claim }) => claim)
    const held = tasks.toSorted((a, b) => endOf(b).localeCompare(endOf(a)))
    const rows = held.map((task) => [`#${task.number}`, holderOf(task), timeOf(task, now), oneLine(task.title)])
    const { columns } = context.terminal
    context.print({
      json: { tasks: held },
      quiet: () => numbersOf(held),
      text: () => {
        if (!columns) return rows.map((row) => row.join('\t')).join('\n')
        if (!rows.length) return 'Nobody holds a task.'
        const column = (index: number) => ({ text: (row: string[]) => row[index] ?? '' })
        return table(rows, [column(0), column(1), column(2), { ...column(3), isFlexible: true }], columns)
      },
    })
  },
})

const endOf = ({ claim }: Task) => claim?.until ?? ''
const holderOf = ({ claim }: Task) => oneLine(claim ? holderForProgram(claim.by) : '')
const timeOf = ({ claim }: Task, now: string) => (claim ? timeOfClaim(claim, now) : '')
