import { useLayoutEffect, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { excessLength, newLine, withPlain } from '../../contract/quick-add/lines.ts'
import { SuggestionPopup } from '../suggestions/suggestion-popup.tsx'
import { useToday } from '../tasks/today.ts'
import { Button } from '../ui/button.tsx'
import { Highlights } from './highlights.tsx'
import { parseInDeck } from './parse-in-deck.ts'
import { PastedLines } from './pasted-lines.tsx'
import { Pieces } from './pieces.tsx'
import { LineProblem } from './problems.tsx'
import classes from './quick-add.module.css'
import type { BodyProps } from './quick-add.tsx'
import { useAdd } from './use-add.ts'
import { useLineSuggestions } from './use-line-suggestions.ts'
import { usePlainWords } from './use-plain-words.ts'

const maxSuggestions = 8

/** Shows how the line is understood while it is typed, and adds the tasks. */
export function QuickAddBody({ state, field, dateStyle, submit }: BodyProps) {
  const { draft, change, edit, remove, putBack } = state
  const { typed, pasted } = draft
  const add = useAdd()
  const today = useToday()
  const reading = useMemo(() => ({ dateStyle, now: noonOf(today) }), [dateStyle, today])
  const parsed = useMemo(() => parseInDeck(typed, reading), [typed, reading])
  const isTyped = typed.text.trim() !== ''
  const lines = isTyped ? [typed, ...pasted] : pasted
  const keepAsText = (word: string) => change({ typed: withPlain(typed, word) })
  usePlainWords(field, parsed.pieces, keepAsText)
  const line = useLineSuggestions(field.input, parsed, maxSuggestions)

  useLayoutEffect(() => {
    submit.current = async (scope) => {
      const chosen = scope === 'everything' ? lines : pasted
      if (!chosen.length || chosen.some(excessLength)) return
      // The tasks appear at once, so the field is free for the next one.
      remove(chosen)
      const count = await add(chosen.map((line) => parseInDeck(line, reading).task))
      if (count < chosen.length) putBack(chosen.slice(count))
    }
    return () => {
      submit.current = undefined
    }
  })

  return (
    <>
      {createPortal(<Highlights text={typed.text} pieces={parsed.pieces} />, field.backdrop)}
      <SuggestionPopup {...line} field={field.input} isAsWide />
      <div className={classes.preview} aria-live="polite">
        {isTyped ? (
          <>
            <span className={classes.title} dir="auto">
              {parsed.task.title}
            </span>
            <Pieces parsed={parsed} dateStyle={dateStyle} onPlain={keepAsText} />
          </>
        ) : (
          <p className="muted">
            You can use a date in words, “starts monday”, “every week”, !priority, #labels, ~3h, “part of #12”, “after
            #12” and “related to #12”. Paste several lines to add several tasks.
          </p>
        )}
      </div>
      {isTyped && <LineProblem line={typed} isCut={parsed.isCut} />}
      {parsed.pieces.length > 0 && (
        <p className="small muted above-6">
          To keep a marked word as text, click it, or press Backspace right behind it.
        </p>
      )}
      {pasted.length > 0 && (
        <PastedLines
          lines={pasted}
          reading={reading}
          onEdit={edit}
          onRemove={(line) => remove([line])}
          onJoin={() => change({ typed: newLine(lines.map(({ text }) => text).join(' ')), pasted: [] })}
          onDiscard={() => change({ pasted: [] })}
        />
      )}
      <div className="row wide between above-16">
        <p className="small muted">
          {lines.length > 1
            ? `Enter adds all ${lines.length}.`
            : 'Enter adds the task and keeps the line for the next one.'}
        </p>
        <Button type="submit" disabled={!lines.length || lines.some(excessLength)}>
          {lines.length > 1 ? `Add ${lines.length} tasks` : 'Add'}
        </Button>
      </div>
    </>
  )
}

/** The middle of a day, so that no change of the clock moves it to another one. */
const noonOf = (day: string) => new Date(`${day}T12:00`)
