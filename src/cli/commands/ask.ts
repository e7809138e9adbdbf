import { questionCalls } from '../../contract/calls/questions.ts'
import { newId } from '../../contract/new-id.ts'
import { questionLimits } from '../../contract/questions.ts'
import type { Note } from '../../contract/schemas/notes.ts'
import { withChange } from '../change-note.ts'
import { type Context, defineCommand } from '../command.ts'
import { countOf } from '../counts.ts'
import { CliError, exitCodes, usageError } from '../errors.ts'
import { namingMissing } from '../missing-tasks.ts'
import { manyLines, oneLine } from '../output/clean.ts'
import { isTaskReference, tasksOrCurrent } from '../tasks.ts'
import { waitForAnswer } from '../wait-for-answer.ts'

/** Asks the owner of the tasks, who answers in the web app. */
export const command = defineCommand({
  synopsis: '[TASK] QUESTION…',
  about: [
    'For scripts and agents: asks you about a task. You answer in the web app, with one of the suggested answers or in your own words; a token never answers for you. Until then, the task needs you.',
    'With --wait, prints the answer as soon as it is there, however long it takes. Ctrl+C ends the wait and leaves the question open. Asking the same again while it is open does not ask twice. If the question is closed without an answer, the exit code is 1.',
  ].join('\n\n'),
  examples: [
    ['taskdeck ask 12 "Drop the old column?" --choice yes --choice no --wait', 'Ask, and print the answer'],
    ['taskdeck ask 12 "Which colour?"', 'Ask, and print the number of the question'],
    ['taskdeck ask 12 --wait-for 3', 'Wait for the answer to question 3'],
    ['taskdeck ask 12 --withdraw 3', 'Withdraw question 3'],
  ],
  options: {
    choice: {
      type: 'string',
      multiple: true,
      short: 'c',
      value: 'ANSWER',
      help: `Suggest this answer; up to ${questionLimits.choices} times`,
    },
    wait: { type: 'boolean', short: 'w', help: 'Wait for the answer, and print it' },
    'wait-for': { type: 'string', value: 'N', help: 'Wait for the answer to a question that was asked before' },
    withdraw: { type: 'string', value: 'N', help: 'Withdraw a question that was asked before' },
  },
  words: 'tasks',
  async run(context, { choice: choices = [], wait, 'wait-for': earlier, withdraw }, words) {
    const isNamed = isTaskReference(words[0])
    const [id = ''] = await tasksOrCurrent(context, isNamed ? words.slice(0, 1) : [])
    const text = (isNamed ? words.slice(1) : words).join(' ')
    if (earlier !== undefined && withdraw !== undefined) throw usageError('Give either --wait-for or --withdraw.')
    if (earlier !== undefined || withdraw !== undefined) {
      if (text || choices.length || wait) throw usageError('A question that was asked before needs its number only.')
      if (withdraw !== undefined) return withdrawOne(context, id, numberIn(withdraw, '--withdraw'))
      return printAnswer(context, id, numberIn(earlier ?? '', '--wait-for'))
    }
    if (!text.trim()) throw usageError('What to ask?', `Give a question, as in: taskdeck ask ${id} "Which colour?"`)
    if (choices.length > questionLimits.choices)
      throw usageError(`At most ${questionLimits.choices} answers can be suggested.`)
    const client = context.client()
    const body = { _id: newId(), text, choices }
    const { note, change } = await namingMissing(client, [id], () =>
      client.call(questionCalls.ask, { params: { id }, body }),
    )
    if (wait) return printAnswer(context, id, String(note.number))
    context.print({
      json: { note, change },
      quiet: () => String(note.number),
      text: () => withChange(context.terminal, askedText(note, id, change), change),
    })
  },
})

function askedText({ number }: Note, id: string, change: number | null): string {
  const done = change === null ? `Question ${number} of #${id} is open already` : `Asked question ${number} of #${id}`
  return `${done}. Wait for the answer with: taskdeck ask ${id} --wait-for ${number}`
}

function numberIn(text: string, option: string): string {
  const number = countOf(text.replace(/^#/, ''), option)
  return String(number)
}

async function withdrawOne(context: Context, id: string, number: string): Promise<void> {
  const { note, change } = await context
    .client()
    .call(questionCalls.withdraw, { params: { id, note: number }, body: {} })
  context.print({
    json: { note, change },
    text: () => withChange(context.terminal, `Withdrew question ${number} of #${id}`, change),
  })
}

/** Prints the answer alone, so that a script can use it. What else the asker has to know goes to stderr. */
async function printAnswer(context: Context, id: string, number: string): Promise<void> {
  const { state, answer, holdsTask, message, note } = await waitForAnswer(context, id, number)
  if (state !== 'answered' || answer === null) throw new CliError(exitCodes.refused, oneLine(message), { code: state })
  const print = () => manyLines(answer)
  context.print({ json: { answer, holdsTask, message, note }, quiet: print, text: print })
  // The first sentence says only that there is an answer.
  const [, rest = ''] = message.split(/(?<=\.) /s)
  if (context.format === 'text' && rest) context.terminal.note(oneLine(message))
}
