import type { Closing } from '../../contract/questions.ts'
import type { Note, Question } from '../../contract/schemas/notes.ts'
import { timeAgo } from '../../contract/time-ago.ts'
import { authorInWords } from '../../contract/words/via-words.ts'
import { manyLines, oneLine } from './clean.ts'
import type { PageStyle } from './task-page.ts'

/** The notes of a task, oldest first, and how many older ones there are. */
export function notesText(notes: Note[], older: number, id: string, { style, now }: PageStyle): string {
  const heading = style('bold', 'Notes')
  const left = older ? [style('dim', `  ${older} older: taskdeck show ${id} --notes`)] : []
  const texts = notes.map(({ number, kind, text, via, createdAt, editedAt, question }) => {
    const facts = [timeAgo(createdAt, now.getTime()), ...(editedAt === null ? [] : ['edited']), `${kind} ${number}`]
    const author = `  ${oneLine(authorInWords('You', via))} ${style('dim', `· ${facts.join(' · ')}`)}`
    const lines = [...manyLines(text).split('\n'), ...(question && kind === 'question' ? answerLines(question) : [])]
    return [author, ...lines.map((line) => `  ${line}`.trimEnd())].join('\n')
  })
  return [heading, ...left, texts.join('\n\n')].join('\n')
}

/** The suggestions and the answer of a question, or why it has none. */
function answerLines({ choices, answer, readAt, closed }: Question): string[] {
  if (answer !== null) return `Answer${readAt ? '' : ' (not read yet)'}: ${manyLines(answer)}`.split('\n')
  if (closed) return [closedWords[closed] ?? 'Closed.']
  return [`Open.${choices.length ? ` Suggested: ${choices.map(oneLine).join(' / ')}` : ''}`]
}

const closedWords: Record<Closing, string> = {
  withdrawn: 'Withdrawn.',
  dismissed: 'Dismissed without an answer.',
  revoked: 'Closed, because its token was revoked.',
}
