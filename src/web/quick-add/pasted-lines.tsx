import { memo, useMemo } from 'react'
import type { Reading } from '../../contract/quick-add/days-in-words.ts'
import { type Line, withPlain, withText } from '../../contract/quick-add/lines.ts'
import { Button } from '../ui/button.tsx'
import { CloseButton } from '../ui/close-button.tsx'
import { parseInDeck } from './parse-in-deck.ts'
import { Pieces } from './pieces.tsx'
import { LineProblem } from './problems.tsx'
import classes from './quick-add.module.css'

interface RowProps {
  reading: Reading
  onEdit: (line: Line) => void
  onRemove: (line: Line) => void
}

interface Props extends RowProps {
  lines: Line[]
  onJoin: () => void
  onDiscard: () => void
}

/** Pasted lines, to be added as one task each. Each can be edited or removed first. */
export function PastedLines({ lines, onJoin, onDiscard, ...row }: Props) {
  return (
    <section className={classes.pasted} aria-label="Pasted lines">
      <p className="medium">{lines.length === 1 ? '1 line pasted' : `${lines.length} lines pasted`}</p>
      <ol>
        {lines.map((line) => (
          <PastedLine key={line.id} line={line} {...row} />
        ))}
      </ol>
      <div className="row">
        <Button variant="default" size="small" onClick={onJoin}>
          Make it one task
        </Button>
        <Button variant="subtle" size="small" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </section>
  )
}

const PastedLine = memo(
  function PastedLine({ line, reading, onEdit, onRemove }: RowProps & { line: Line }) {
    const parsed = useMemo(() => parseInDeck(line, reading), [line, reading])
    return (
      <li>
        <div className={classes.row}>
          <input
            className={classes.line}
            dir="auto"
            aria-label="Pasted line"
            value={line.text}
            onChange={(event) => onEdit(withText(line, event.currentTarget.value))}
          />
          <CloseButton label={`Remove “${line.text}”`} onClick={() => onRemove(line)} />
        </div>
        <div className={classes.pieces}>
          <Pieces parsed={parsed} dateStyle={reading.dateStyle} onPlain={(word) => onEdit(withPlain(line, word))} />
        </div>
        <LineProblem line={line} isCut={parsed.isCut} />
      </li>
    )
  },
  // The handlers are left out: an older one does the same.
  (before, after) => before.line === after.line && before.reading === after.reading,
)
