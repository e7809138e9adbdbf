import { Pill, Text } from '@mantine/core'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { dueOf } from '../tasks/due.ts'
import { useToday } from '../tasks/today.ts'
import { formatDay } from '../ui/format-day.ts'
import type { Parsed, Piece } from './parse.ts'
import classes from './quick-add.module.css'

interface Props {
  parsed: Parsed
  dateStyle: Preferences['dateStyle']
  /** Called when the user says that a piece is part of the title. */
  onPlain: (text: string) => void
}

/** A parsed line: its title, and a pill for each piece. */
export function Pieces({ parsed: { task, pieces, isCut }, dateStyle, onPlain }: Props) {
  const today = useToday()
  return (
    <>
      <span className={classes.title}>{task.title}</span>
      {pieces.map((piece) => (
        <Pill
          key={piece.text}
          withRemoveButton
          onRemove={() => onPlain(piece.text)}
          removeButtonProps={{
            'aria-label': `${piece.text} is part of the title`,
            'aria-hidden': false,
            tabIndex: 0,
          }}
        >
          {shown(piece, dateStyle, today)}
        </Pill>
      ))}
      {!pieces.some(({ kind }) => kind === 'due') && <span className={classes.assumed}>due today</span>}
      {!pieces.some(({ kind }) => kind === 'priority') && (
        <span className={classes.assumed}>{task.priority} priority</span>
      )}
      {isCut && (
        <Text size="sm" c="var(--deck-critical)">
          The title is too long and will end with “…”. The description keeps the whole line.
        </Text>
      )}
    </>
  )
}

function shown(piece: Piece, dateStyle: Preferences['dateStyle'], today: string): string {
  if (piece.kind === 'priority') return piece.priority
  if (piece.kind === 'label') return `#${piece.label}`
  const { words } = dueOf({ dueDate: piece.day, status: 'Pending', completedAt: null }, today)
  return `${formatDay(piece.day, dateStyle)} · ${words}`
}
