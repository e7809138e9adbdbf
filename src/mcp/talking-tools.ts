import { Type } from 'typebox'
import { api } from '../contract/calls/api.ts'
import { questionLimits } from '../contract/questions.ts'
import { noteSchemas } from '../contract/schemas/notes.ts'
import { questionSchemas } from '../contract/schemas/questions.ts'
import { strict } from '../contract/schemas/shapes.ts'
import { taskId } from '../contract/schemas/task-id.ts'
import { done } from './done.ts'
import { inLine, quoted } from './task-text.ts'
import { isUndoable, tool } from './tool.ts'

// An agent needs no ids of its own.
const { _id: _questionId, ...askFields } = questionSchemas.ask.body.properties

const addNote = tool({
  name: 'add_note',
  title: 'Add a note',
  description: `Adds a note to the thread of a task, in Markdown, with the name of your token. Use it to report what you found, decided or left open, instead of changing the description. ${isUndoable}`,
  effect: 'adds',
  input: Type.Object({ task: taskId, text: noteSchemas.add.body.properties.text }, strict),
  async run({ call }, { task: id, text }) {
    const { note, change } = await call(api.notes.add, { params: { id }, body: { text } })
    return done({ message: `Added note ${note.number}.`, change })
  },
})

const ask = tool({
  name: 'ask_owner',
  title: 'Ask the user',
  description: `Asks the user about a task, with up to ${questionLimits.choices} suggested answers. Use it if you cannot decide and the user is not in this conversation. Returns the number of the question: go on with what does not depend on the answer, then call wait_for_answer. Asking the same again while it is open does not ask twice. ${isUndoable}`,
  effect: 'adds',
  isRepeatable: true,
  input: Type.Object({ task: taskId, ...askFields }, strict),
  async run({ call }, { task: id, text, choices = [] }) {
    const { note, change } = await call(api.questions.ask, { params: { id }, body: { text, choices } })
    const { number } = note
    const message = change === null ? `Question ${number} is open already.` : `Asked question ${number}.`
    const next = `For the answer, call wait_for_answer with question ${number}.`
    return { text: `${message} ${next}`, data: { message, question: number, change } }
  },
})

const waitForAnswer = tool({
  name: 'wait_for_answer',
  title: 'Wait for an answer',
  description: `Waits up to ${questionLimits.waitSeconds} seconds until the user answers a question of yours, and returns the answer. Use it when you can do nothing else. If it is still open, call it again, as often as needed. Set withdraw if you no longer need the answer.`,
  effect: 'changes',
  isRepeatable: true,
  input: Type.Object(
    {
      task: taskId,
      question: Type.Integer({ minimum: 1, description: 'The number that ask_owner has returned.' }),
      withdraw: Type.Optional(Type.Boolean()),
    },
    strict,
  ),
  async run({ call }, { task: id, question, withdraw }) {
    const params = { id, note: String(question) }
    if (withdraw) return done(await call(api.questions.withdraw, { params, body: {} }))
    const { state, answer, holdsTask, message } = await call(api.questions.wait, { params, body: {} })
    const said = answer === null ? '' : `\n\nThe user's own words:\n\n${quoted(answer)}`
    return { text: `${inLine(message)}${said}`, data: { state, answer, holdsTask, message: inLine(message) } }
  },
})

/** The tools with which an agent writes to the user. */
export const talkingTools = [addNote, ask, waitForAnswer]
