import type { Reading } from '../../contract/quick-add/days-in-words.ts'
import type { Line } from '../../contract/quick-add/lines.ts'
import type { LinkReading } from '../../contract/quick-add/links-in-line.ts'
import { parseLine } from '../../contract/quick-add/parse.ts'
import { findTask } from '../deck/current-deck.ts'

const idOf = (number: number) => {
  const task = findTask(`#${number}`)
  return task && !task.trashedAt ? task._id : undefined
}

/** Parses a line whose links name tasks of the user's deck. */
export const parseInDeck = (line: Line, reading: Reading, links: Pick<LinkReading, 'isPart'> = {}) =>
  parseLine(line, reading, { ...links, idOf })

/** Reads a line in the middle of a day, so that no change of the clock moves it to another one. */
export const readingOn = (today: string, dateStyle: Reading['dateStyle']): Reading => ({
  dateStyle,
  now: new Date(`${today}T12:00`),
  clock: new Date().toTimeString().slice(0, 5),
})
