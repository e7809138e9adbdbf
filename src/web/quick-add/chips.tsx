import type { ReactNode } from 'react'
import { formatNearDay } from '../../contract/format-day.ts'
import type { Given } from '../../contract/quick-add/lines.ts'
import type { Parsed } from '../../contract/quick-add/parse.ts'
import type { Piece } from '../../contract/quick-add/pieces.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { dueOf } from '../../contract/task-lists/due.ts'
import { useLabelColours } from '../tasks/label-colours.tsx'
import { colourStyle } from '../tasks/label-tag.tsx'
import { priorityIcon, statusIcon } from '../tasks/marks.tsx'
import { useToday } from '../tasks/today.ts'
import controls from '../ui/controls.module.css'
import {
  BellIcon,
  CalendarIcon,
  ChecklistIcon,
  CloseIcon,
  GaugeIcon,
  PartsIcon,
  RepeatIcon,
  SnoozeIcon,
} from '../ui/icons.tsx'
import classes from './chips.module.css'
import { wordsOfPiece } from './pieces.tsx'

type DateStyle = Preferences['dateStyle']

interface ChipProps {
  icon: ReactNode
  /** The accessible name of the × continues the text. */
  action: string
  onRemove: () => void
  children: ReactNode
}

/** A value of the new task. The × takes it back. */
function Chip({ icon, action, onRemove, children }: ChipProps) {
  return (
    <span className={classes.chip}>
      {icon}
      <button
        type="button"
        className={`${controls.button} ${classes.remove}`}
        // The field keeps the focus, and a phone its keyboard.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onRemove}
      >
        <bdi>{children}</bdi>
        <span className="visually-hidden">, {action}</span>
        <CloseIcon size={14} />
      </button>
    </span>
  )
}

const weekdayOf = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' })

function Day({ day, dateStyle }: { day: string; dateStyle: DateStyle }) {
  const today = useToday()
  const { words } = dueOf({ dueDate: day, status: 'Pending', completedAt: null }, today)
  return (
    <>
      {weekdayOf(day)} {formatNearDay(day, dateStyle, today)}
      <span className="visually-hidden"> · {words}</span>
    </>
  )
}

interface GivenProps {
  given: Given | undefined
  parsed: Parsed
  dateStyle: DateStyle
  onRemove: (field: keyof Given) => void
}

/** The values of the place where quick add was opened, unless words of the line override them. */
export function GivenChips({ given = {}, parsed: { pieces }, dateStyle, onRemove }: GivenProps) {
  const has = (kind: Piece['kind']) => pieces.some((piece) => piece.kind === kind)
  const { dueDate, status, priority } = given
  return (
    <>
      {dueDate && !has('due') && !has('repeat') && (
        <Chip icon={<CalendarIcon size={16} />} action="add without a date" onRemove={() => onRemove('dueDate')}>
          <Day day={dueDate} dateStyle={dateStyle} />
        </Chip>
      )}
      {status && (
        <Chip icon={statusIcon(status, 16)} action="add without this status" onRemove={() => onRemove('status')}>
          {status}
        </Chip>
      )}
      {priority && !has('priority') && (
        <Chip icon={priorityIcon(priority)} action="add without this priority" onRemove={() => onRemove('priority')}>
          {priority}
        </Chip>
      )}
    </>
  )
}

interface Props {
  parsed: Parsed
  dateStyle: DateStyle
  /** Called when the user keeps a word as text. */
  onPlain: (word: string) => void
}

/** The understood words of a line as chips. */
export function Chips({ parsed: { pieces }, dateStyle, onPlain }: Props) {
  const today = useToday()
  const colours = useLabelColours()
  const iconOf = (piece: Piece): ReactNode => {
    if (piece.kind === 'priority') return priorityIcon(piece.priority)
    if (piece.kind === 'label')
      return (
        <span className={classes.mark} style={colourStyle(colours[piece.label])} aria-hidden="true">
          #
        </span>
      )
    const Icon = {
      due: CalendarIcon,
      start: SnoozeIcon,
      repeat: RepeatIcon,
      amount: GaugeIcon,
      link: PartsIcon,
      criteria: ChecklistIcon,
      reminder: BellIcon,
    }[piece.kind]
    return <Icon size={16} />
  }
  return pieces.map((piece) => (
    <Chip
      key={piece.start}
      icon={iconOf(piece)}
      action={`keep “${piece.text}” as text`}
      onRemove={() => onPlain(piece.text)}
    >
      {piece.kind === 'due' && <Day day={piece.day} dateStyle={dateStyle} />}
      {piece.kind === 'label' && piece.label}
      {piece.kind !== 'due' && piece.kind !== 'label' && wordsOfPiece(piece, dateStyle, today)}
    </Chip>
  ))
}
