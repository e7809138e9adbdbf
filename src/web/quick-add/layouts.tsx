import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { Given, Line } from '../../contract/quick-add/lines.ts'
import type { Parsed } from '../../contract/quick-add/parse.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { SuggestionPopup } from '../suggestions/suggestion-popup.tsx'
import { SuggestionsInPlace } from '../suggestions/suggestions-in-place.tsx'
import { Button } from '../ui/button.tsx'
import { ForwardIcon } from '../ui/icons.tsx'
import keycap from '../ui/keycap.module.css'
import { Chips, GivenChips } from './chips.tsx'
import { Pieces } from './pieces.tsx'
import classes from './quick-add.module.css'
import type { BodyProps } from './quick-add.tsx'
import type { useLineSuggestions } from './use-line-suggestions.ts'

export interface PartProps {
  field: BodyProps['field']
  typed: Line
  parsed: Parsed
  dateStyle: Preferences['dateStyle']
  suggested: ReturnType<typeof useLineSuggestions>
  isTyped: boolean
  /** How many tasks are added at once. */
  count: number
  canAdd: boolean
  onPlain: (word: string) => void
  onRemoveGiven: (value: keyof Given) => void
  onMore: () => void
  /** Problems and pasted lines. */
  notes: ReactNode
}

const addWords = (count: number, one: string) => (count > 1 ? `Add ${count} tasks` : one)

/** In the middle of the window, with hints. */
export function DialogBody(props: PartProps) {
  const { field, typed, parsed, dateStyle, suggested, isTyped, count, canAdd, onPlain, onRemoveGiven, notes } = props
  return (
    <>
      <SuggestionPopup {...suggested} field={field.input} isAsWide />
      <div className={classes.preview} aria-live="polite">
        <GivenChips given={typed.given} parsed={parsed} dateStyle={dateStyle} onRemove={onRemoveGiven} />
        {isTyped ? (
          <>
            <span className={classes.title} dir="auto">
              {parsed.task.title}
            </span>
            <Pieces parsed={parsed} dateStyle={dateStyle} onPlain={onPlain} />
          </>
        ) : (
          <p className="muted">
            You can use a date in words, “starts monday”, “every week”, !priority, #labels, ~3h, “part of #12”, “after
            #12”, “related to #12”, and at the end “done when: …”. Paste several lines to add several tasks.
          </p>
        )}
      </div>
      {parsed.pieces.length > 0 && (
        <p className="small muted above-6">Click a marked word, or press Backspace after it, to keep it as text.</p>
      )}
      {notes}
      <div className="row wide between above-16">
        <p className="small muted">
          {count > 1 ? `Press Enter to add all ${count}.` : 'Press Enter to add the task, then type the next one.'}
        </p>
        <Button type="submit" disabled={!canAdd}>
          {addWords(count, 'Add')}
        </Button>
      </div>
    </>
  )
}

/** At a day of the calendar or a column of the board. */
export function PanelBody(props: PartProps) {
  const { field, typed, parsed, dateStyle, suggested, count, canAdd, onPlain, onRemoveGiven, notes } = props
  const given = <GivenChips given={typed.given} parsed={parsed} dateStyle={dateStyle} onRemove={onRemoveGiven} />
  return (
    <>
      {field.start && createPortal(given, field.start)}
      <SuggestionPopup {...suggested} field={field.input} isAsWide />
      {notes}
      <div className={classes.foot}>
        <div className={classes.chips} aria-live="polite">
          <Chips parsed={parsed} dateStyle={dateStyle} onPlain={onPlain} />
        </div>
        <kbd className={`about-keys ${keycap.keycap}`}>Esc</kbd>
        <Button
          type="submit"
          size="small"
          disabled={!canAdd}
          end={
            <span className={`about-keys ${keycap.keycap}`} aria-hidden="true">
              ↵
            </span>
          }
        >
          {addWords(count, 'Add Task')}
        </Button>
      </div>
    </>
  )
}

/** At the bottom edge of a phone, in reach of the thumb. Suggestions are above the line, where the thumb does not cover them. */
export function SheetBody(props: PartProps) {
  const { field, typed, parsed, dateStyle, suggested, count, canAdd, onPlain, onRemoveGiven, onMore, notes } = props
  const hasChips = parsed.pieces.length > 0 || typed.given !== undefined
  return (
    <>
      {field.above && createPortal(<SuggestionsInPlace {...suggested} />, field.above)}
      <div className={classes.chips} aria-live="polite">
        <GivenChips given={typed.given} parsed={parsed} dateStyle={dateStyle} onRemove={onRemoveGiven} />
        <Chips parsed={parsed} dateStyle={dateStyle} onPlain={onPlain} />
        {!hasChips && <span className="muted">Try “tomorrow”, “!high” or “#label”.</span>}
      </div>
      {notes}
      <div className={classes.foot}>
        <Button
          variant="subtle"
          tone="neutral"
          className={classes.more}
          onClick={onMore}
          end={<ForwardIcon size={16} />}
        >
          More fields
        </Button>
        <Button type="submit" size="large" disabled={!canAdd}>
          {addWords(count, 'Add Task')}
        </Button>
      </div>
    </>
  )
}
