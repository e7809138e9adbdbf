import type { Note } from '../../contract/schemas/notes.ts'
import { timeAgo } from '../../contract/time-ago.ts'
import { authorInWords } from '../../contract/words/via-words.ts'
import { manyLines, oneLine } from './clean.ts'
import type { PageStyle } from './task-page.ts'

/** The notes of a task, oldest first, and how many older ones there are. */
export function notesText(notes: Note[], older: number, id: string, { style, now }: PageStyle): string {
  const heading = style('bold', 'Notes')
  const left = older ? [style('dim', `  ${older} older: taskdeck show ${id} --notes`)] : []
  const texts = notes.map(({ number, text, via, createdAt, editedAt }) => {
    const facts = [timeAgo(createdAt, now.getTime()), ...(editedAt === null ? [] : ['edited']), `note ${number}`]
    const author = `  ${oneLine(authorInWords('You', via))} ${style('dim', `· ${facts.join(' · ')}`)}`
    const lines = manyLines(text).split('\n')
    return [author, ...lines.map((line) => `  ${line}`.trimEnd())].join('\n')
  })
  return [heading, ...left, texts.join('\n\n')].join('\n')
}
