import { taskCalls } from '../../contract/calls/tasks.ts'
import { fileSize } from '../../contract/file-size.ts'
import { timeAgo } from '../../contract/time-ago.ts'
import { defineCommand } from '../command.ts'
import { usageError } from '../errors.ts'
import { namingMissing } from '../missing-tasks.ts'
import { oneLine } from '../output/clean.ts'
import { table } from '../output/table.ts'
import { tasksOrCurrent } from '../tasks.ts'

/** The files of a task. */
export const command = defineCommand({
  synopsis: '[TASK]',
  about:
    'Lists the files of a task. In a pipe, each line has values with tabs between them: id, size in bytes, time, name.',
  examples: [
    ['taskdeck files 12', 'List the files of a task'],
    ['taskdeck download 12 proof.png', 'Save one of them'],
  ],
  options: {},
  words: 'tasks',
  async run(context, _, words) {
    const [id = '', ...more] = await tasksOrCurrent(context, words)
    if (more.length) throw usageError('taskdeck files takes one task.')
    const client = context.client()
    const { files } = await namingMissing(client, [id], () => client.call(taskCalls.find, { params: { id } }))
    const { columns, style } = context.terminal
    context.print({
      json: { files },
      quiet: () => files.map(({ _id }) => _id).join('\n'),
      text: () => {
        if (columns === undefined)
          return files
            .map((file) => [file._id, file.size, file.createdAt, file.name].map(String).map(oneLine).join('\t'))
            .join('\n')
        if (!files.length) return style('dim', 'No files.')
        const now = context.now().getTime()
        return table(
          files,
          [
            { text: ({ name }) => name, isFlexible: true },
            { text: ({ size }) => fileSize(size), align: 'end' },
            { text: ({ createdAt }) => timeAgo(createdAt, now), style: (_row, cell) => style('dim', cell) },
          ],
          columns,
        )
      },
    })
  },
})
