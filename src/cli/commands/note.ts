import { noteCalls } from '../../contract/calls/notes.ts'
import { newId } from '../../contract/new-id.ts'
import { noteLimits } from '../../contract/notes.ts'
import { isLonger } from '../../contract/text-length.ts'
import { withChange } from '../change-note.ts'
import { type Context, defineCommand } from '../command.ts'
import { refused, usageError } from '../errors.ts'
import { namingMissing } from '../missing-tasks.ts'
import { isTaskReference, tasksOrCurrent } from '../tasks.ts'

/** Adds a note to a task. */
export const command = defineCommand({
  synopsis: '[TASK] TEXT… | -',
  about: 'Writes a note on a task, in Markdown. With -, reads it from stdin. taskdeck show prints the notes of a task.',
  examples: [
    ['taskdeck note 12 "The limiter holds under load"', 'Write a note'],
    ['npm test 2>&1 | tail | taskdeck note 12 -', 'Write what another program prints'],
    ['taskdeck note "Half done"', 'Write a note on the task of the current git branch'],
  ],
  options: {},
  words: 'tasks',
  async run(context, _, words) {
    const isNamed = isTaskReference(words[0])
    const [id = ''] = await tasksOrCurrent(context, isNamed ? words.slice(0, 1) : [])
    const text = await textOf(context, isNamed ? words.slice(1) : words, id)
    if (isLonger(text.trim(), noteLimits.text)) {
      const length = [...text.trim()].length.toLocaleString('en')
      throw refused(
        `The note has ${length} characters, and at most ${noteLimits.text.toLocaleString('en')} fit.`,
        `Attach a longer text as a file: taskdeck attach ${id} FILE`,
      )
    }
    const client = context.client()
    const { note, change } = await namingMissing(client, [id], () =>
      client.call(noteCalls.add, { params: { id }, body: { _id: newId(), text } }),
    )
    context.print({
      json: { note, change },
      quiet: () => String(note.number),
      text: () => withChange(context.terminal, `Added note ${note.number} to #${id}`, change),
    })
  },
})

async function textOf({ terminal }: Context, words: string[], id: string): Promise<string> {
  if (words.length !== 1 || words[0] !== '-') {
    const typed = words.join(' ')
    if (typed.trim()) return typed
    throw usageError('What to write?', `Give a text, as in: taskdeck note ${id} "Half done"`)
  }
  const lines: string[] = []
  for await (const line of terminal.lines()) lines.push(line)
  const read = lines.join('\n')
  if (!read.trim()) throw refused('There is no text on stdin.')
  return read
}
