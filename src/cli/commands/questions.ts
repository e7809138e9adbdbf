import { questionCalls } from '../../contract/calls/questions.ts'
import { questionLimits } from '../../contract/questions.ts'
import type { AskedQuestion } from '../../contract/schemas/questions.ts'
import { timeAgo } from '../../contract/time-ago.ts'
import { holderInWords } from '../../contract/words/claim-words.ts'
import { defineCommand } from '../command.ts'
import { oneLine } from '../output/clean.ts'
import { nameOf } from '../tasks.ts'

/** The open questions to the owner of the tasks. */
export const command = defineCommand({
  synopsis: '',
  about: `Lists the newest ${questionLimits.maxPage} questions of scripts and agents that wait for your answer, and answers of readers of your shared links that you have not read. Answer and read them in the web app.`,
  examples: [['taskdeck questions', 'Show the questions that wait for you']],
  options: {},
  async run(context) {
    const query = { limit: String(questionLimits.maxPage) }
    const { questions, nextBefore } = await context.client().call(questionCalls.list, { query })
    const { columns, style } = context.terminal
    const now = context.now().getTime()
    context.print({
      json: { questions },
      quiet: () => questions.map(({ task, number }) => `${task.number} ${number}`).join('\n'),
      text: () => {
        if (!columns) return questions.map((question) => cellsOf(question).join('\t')).join('\n')
        if (!questions.length) return 'No question waits for you.'
        const blocks = questions.map((question) => {
          const { task, kind, number, text, via, createdAt } = question
          const facts = `${oneLine(holderInWords(via))} · ${timeAgo(createdAt, now)} · ${kind} ${number}`
          const choices = choicesOf(question)
          const lines = [`${style('bold', nameOf(task))} ${style('dim', `· ${facts}`)}`, `  ${oneLine(text)}`]
          return [...lines, ...(choices ? [`  ${style('dim', choices)}`] : [])].join('\n')
        })
        return [...blocks, ...(nextBefore === null ? [] : [style('dim', 'There are older ones.')])].join('\n\n')
      },
    })
  },
})

const choicesOf = ({ question }: AskedQuestion) => (question?.choices ?? []).map(oneLine).join(' / ')

/** For pipes: the task, the question, its asker, its text and the suggested answers. */
const cellsOf = (question: AskedQuestion) => [
  question.task.number,
  question.number,
  oneLine(holderInWords(question.via)),
  oneLine(question.text),
  choicesOf(question),
]
