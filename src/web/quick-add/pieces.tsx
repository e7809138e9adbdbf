import type { GivenCriterion } from '../../contract/done-when.ts'
import { formatDay } from '../../contract/format-day.ts'
import type { Parsed } from '../../contract/quick-add/parse.ts'
import type { Piece } from '../../contract/quick-add/pieces.ts'
import { repeatWords } from '../../contract/repeat-words.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { dueOf, noDate } from '../../contract/task-lists/due.ts'
import { amountInWords } from '../../contract/words/amount-words.ts'
import { reminderWords } from '../../contract/words/reminder-words.ts'
import { snoozedWords } from '../../contract/words/snooze-words.ts'
import { useToday } from '../tasks/today.ts'
import classes from './quick-add.module.css'

interface Props {
  parsed: Parsed
  dateStyle: Preferences['dateStyle']
  /** Called when the user keeps a word as text. */
  onPlain: (word: string) => void
}

/** How a line is understood: a button for each piece, which turns it back into text, and the values that it does not give. */
export function Pieces({ parsed: { task, pieces }, dateStyle, onPlain }: Props) {
  const today = useToday()
  const begins = pieces.some((piece) => piece.kind === 'repeat') && task.dueDate
  const has = (kind: Piece['kind']) => pieces.some((piece) => piece.kind === kind)
  return (
    <>
      {pieces.map((piece) => (
        <button
          key={piece.start}
          type="button"
          className={classes.piece}
          title={`Keep “${piece.text}” as text`}
          onClick={() => onPlain(piece.text)}
        >
          <bdi>{wordsOfPiece(piece, dateStyle, today)}</bdi>
          <span aria-hidden="true">×</span>
          <span className="visually-hidden">, keep “{piece.text}” as text</span>
        </button>
      ))}
      {!has('due') && (
        <span className={classes.assumed}>{begins ? `from ${formatDay(begins, dateStyle)}` : noDate}</span>
      )}
      {!has('priority') && <span className={classes.assumed}>{task.priority} priority</span>}
      {task.status === 'Completed' && <span className={classes.assumed}>{task.status}</span>}
    </>
  )
}

const criteriaWords = ([only, ...more]: GivenCriterion[]) =>
  more.length ? `Done when: ${more.length + 1} criteria` : `Done when: ${only?.text}`

/** A piece of a line in words. */
export function wordsOfPiece(piece: Piece, dateStyle: Preferences['dateStyle'], today: string): string {
  if (piece.kind === 'priority') return piece.priority
  if (piece.kind === 'amount') return amountInWords(piece.field, piece.amount)
  if (piece.kind === 'label') return `#${piece.label}`
  if (piece.kind === 'link') return piece.text.charAt(0).toUpperCase() + piece.text.slice(1)
  if (piece.kind === 'criteria') return criteriaWords(piece.criteria)
  if (piece.kind === 'reminder') return `Remind ${reminderWords(piece.reminder ?? '', dateStyle)}`
  if (piece.kind === 'repeat') return repeatWords(piece.repeat, (day) => formatDay(day, dateStyle))
  if (piece.kind === 'start') return snoozedWords(piece.day, dateStyle, today)
  const { words } = dueOf({ dueDate: piece.day, status: 'Pending', completedAt: null }, today)
  return `${formatDay(piece.day, dateStyle)} · ${words}`
}
