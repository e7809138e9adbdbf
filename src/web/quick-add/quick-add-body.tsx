import { useLayoutEffect, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { excessLength, newLine, withoutGiven, withPlain } from '../../contract/quick-add/lines.ts'
import { useToday } from '../tasks/today.ts'
import { formOf } from './form-draft.ts'
import { Highlights } from './highlights.tsx'
import { DialogBody, PanelBody, type PartProps, SheetBody } from './layouts.tsx'
import { parseInDeck, readingOn } from './parse-in-deck.ts'
import { PastedLines } from './pasted-lines.tsx'
import { LineProblem } from './problems.tsx'
import type { BodyProps } from './quick-add.tsx'
import { useAdd } from './use-add.ts'
import { useLineSuggestions } from './use-line-suggestions.ts'
import { usePlainWords } from './use-plain-words.ts'

/** As many as fit above the line of a phone, or below that of a desk. */
const maxSuggestions = { dialog: 8, panel: 8, sheet: 3 }
const layouts = { dialog: DialogBody, panel: PanelBody, sheet: SheetBody }

/** Shows how the line is understood while it is typed, and adds the tasks. */
export function QuickAddBody({ state, field, kind, dateStyle, submit, onMore }: BodyProps) {
  const { draft, change, edit, remove, putBack } = state
  const { typed, pasted } = draft
  const add = useAdd()
  const today = useToday()
  const reading = useMemo(() => readingOn(today, dateStyle), [dateStyle, today])
  const parsed = useMemo(() => parseInDeck(typed, reading), [typed, reading])
  const isTyped = typed.text.trim() !== ''
  const lines = isTyped ? [typed, ...pasted] : pasted
  const keepAsText = (word: string) => change({ typed: withPlain(typed, word) })
  usePlainWords(field, parsed.pieces, keepAsText)
  const suggested = useLineSuggestions(field.input, parsed, maxSuggestions[kind])

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

  const Layout = layouts[kind]
  const part: PartProps = {
    field,
    typed,
    parsed,
    dateStyle,
    suggested,
    isTyped,
    count: lines.length,
    canAdd: lines.length > 0 && !lines.some(excessLength),
    onPlain: keepAsText,
    onRemoveGiven: (value) => change({ typed: withoutGiven(typed, value) }),
    onMore: () => onMore(formOf(parsed, isTyped)),
    notes: (
      <>
        {isTyped && <LineProblem line={typed} isCut={parsed.isCut} />}
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
      </>
    ),
  }
  return (
    <>
      {createPortal(<Highlights text={typed.text} pieces={parsed.pieces} />, field.backdrop)}
      <Layout {...part} />
    </>
  )
}
