import { noteCalls } from '../../contract/calls/notes.ts'
import { newId } from '../../contract/new-id.ts'
import { noteLimits } from '../../contract/notes.ts'
import { isLonger } from '../../contract/text-length.ts'
import { withChange } from '../change-note.ts'
import { type Context, defineCommand } from '../command.ts'
import { refused, usageError } from '../errors.ts'
import { namingMissing } from '../missing-tasks.ts'
import { isTaskReference, tasksOrCurrent } from '../tasks.ts'

/** Adds a note to a task, changes one or deletes one. */
export const command = defineCommand({
  synopsis: '[TASK] TEXT… | -',
  about:
    'Writes a note on a task, in Markdown. With -, reads it from stdin. taskdeck show prints the notes of a task with their numbers. A token changes and deletes only its own notes.',
  examples: [
    ['taskdeck note 12 "The limiter holds under load"', 'Write a note'],
    ['npm test 2>&1 | tail | taskdeck note 12 -', 'Write what another program prints'],
    ['taskdeck note "Half done"', 'Write a note on the task of the current git branch'],
    ['taskdeck note 12 --edit 3 "All done"', 'Give note 3 another text'],
    ['taskdeck note 12 --delete 3', 'Delete note 3'],
  ],
  options: {
    edit: { type: 'string', value: 'NOTE', help: 'Change the text of this note' },
    delete: { type: 'string', value: 'NOTE', help: 'Delete this note' },
  },
  words: 'tasks',
  async run(context, values, words) {
    const isNamed = isTaskReference(words[0])
    const [id = ''] = await tasksOrCurrent(context, isNamed ? words.slice(0, 1) : [])
    const others = isNamed ? words.slice(1) : words
    if (values.delete !== undefined) return remove(context, id, values, others)
    const text = await textOf(context, others, id)
    checkLength(text, id)
    const edited = values.edit === undefined ? undefined : noteNumber(values.edit, '--edit')
    const client = context.client()
    const { note, change } = await namingMissing(client, [id], () =>
      edited === undefined
        ? client.call(noteCalls.add, { params: { id }, body: { _id: newId(), text } })
        : client.call(noteCalls.edit, { params: { id, note: edited }, body: { text } }),
    )
    const done = edited === undefined ? `Added note ${note.number} to #${id}` : `Changed note ${note.number} of #${id}`
    context.print({
      json: { note, change },
      quiet: () => String(note.number),
      text: () => withChange(context.terminal, done, change),
    })
  },
})

async function remove(context: Context, id: string, values: { edit?: string; delete?: string }, words: string[]) {
  if (values.edit !== undefined) throw usageError('Change the note, or delete it?', 'Give either --edit or --delete.')
  if (words.length) throw usageError('A note that is deleted needs no text.', 'Leave the text out.')
  const note = noteNumber(values.delete ?? '', '--delete')
  const client = context.client()
  const { change } = await namingMissing(client, [id], () => client.call(noteCalls.remove, { params: { id, note } }))
  context.print({
    json: { change },
    text: () => withChange(context.terminal, `Deleted note ${note} of #${id}`, change),
  })
}

function noteNumber(given: string, option: string): string {
  if (/^[1-9]\d{0,8}$/.test(given)) return given
  throw usageError(
    `${option} takes the number of a note.`,
    'taskdeck show prints the notes of a task with their numbers.',
  )
}

function checkLength(text: string, id: string): void {
  if (!isLonger(text.trim(), noteLimits.text)) return
  const length = [...text.trim()].length.toLocaleString('en')
  throw refused(
    `The note has ${length} characters, and at most ${noteLimits.text.toLocaleString('en')} fit.`,
    `Attach a longer text as a file: taskdeck attach ${id} FILE`,
  )
}

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
