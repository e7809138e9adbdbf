import { type RefObject, useEffect, useEffectEvent, useId, useMemo, useState } from 'react'
import { useDeck } from '../deck/current-deck.ts'
import { typeInto } from '../markdown/type-text.ts'
import { isComposing } from '../ui/layers.ts'
import { type Suggestion, suggestionsFor, type TypedWord, wordBefore } from './suggest.ts'

interface Options {
  max: number
  /** Labels that are not offered. */
  without?: readonly string[]
  /** Whether a word is complete, so that a list would only cover what is below the field. */
  isComplete?: (typed: TypedWord) => boolean
  /** The text that replaces the typed word. */
  textOf: (suggestion: Suggestion, before: string) => string
}

export type Suggestions = ReturnType<typeof useSuggestions>

/**
 * Suggests labels and tasks for a word with a # in a text field, while it is typed. The field keeps the focus. The arrows choose an option
 * and Enter takes it; until then, Enter belongs to the field. Tab takes the first option, too.
 */
export function useSuggestions(
  field: RefObject<HTMLTextAreaElement | null>,
  { max, without, isComplete, textOf }: Options,
) {
  const { tasks } = useDeck()
  const listId = useId()
  const [typed, setTyped] = useState<TypedWord>()
  const [active, setActive] = useState(-1)
  /** The start of a word whose list the user has closed. */
  const [closedAt, setClosedAt] = useState<number>()
  const isOffered = typed && typed.start !== closedAt && !isComplete?.(typed)
  const word = isOffered ? typed.word : undefined
  const labels = without?.join()
  const found = useMemo(
    () => (word === undefined ? [] : suggestionsFor(word, tasks, { max, without: labels?.split(',') ?? [] })),
    [word, tasks, max, labels],
  )
  const isOpen = found.length > 0

  const choose = (suggestion: Suggestion) => {
    const { current } = field
    if (!current || !typed) return
    const [before, after] = [current.value.slice(0, typed.start), current.value.slice(typed.end)]
    const text = `${before}${textOf(suggestion, before)} `
    typeInto(current, { text: text + after.replace(/^ /, ''), start: text.length, end: text.length })
  }
  const close = () => setClosedAt(typed?.start)

  const read = useEffectEvent((area: HTMLTextAreaElement) => {
    const { value, selectionStart: caret, selectionEnd } = area
    const next = caret === selectionEnd && document.activeElement === area ? wordBefore(value, caret) : undefined
    if (next?.start === typed?.start && next?.word === typed?.word) return
    setTyped(next)
    setActive(-1)
    if (next?.start !== closedAt) setClosedAt(undefined)
  })
  const onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, repeat } = event
    if (document.activeElement !== field.current || ctrlKey || metaKey || altKey || shiftKey || isComposing(event))
      return
    const last = found.length - 1
    if (key === 'ArrowDown') setActive(Math.min(active + 1, last))
    else if (key === 'ArrowUp') setActive(active < 0 ? last : active - 1)
    else if (key === 'Tab' || (key === 'Enter' && active >= 0)) {
      const chosen = found[Math.max(active, 0)]
      if (chosen && !repeat) choose(chosen)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  useEffect(() => {
    const { current } = field
    if (!current) return
    const onRead = () => read(current)
    const reading = ['input', 'click', 'focus', 'blur'] as const
    for (const name of reading) current.addEventListener(name, onRead)
    document.addEventListener('selectionchange', onRead)
    // A field of several lines cannot have the role of a combobox. As a text box it may have all of its properties but `aria-expanded`.
    current.setAttribute('aria-autocomplete', 'list')
    current.setAttribute('aria-haspopup', 'listbox')
    return () => {
      for (const name of reading) current.removeEventListener(name, onRead)
      document.removeEventListener('selectionchange', onRead)
    }
  }, [field])
  useEffect(() => {
    setAttribute(field.current, 'aria-controls', isOpen ? listId : undefined)
    setAttribute(field.current, 'aria-activedescendant', isOpen && active >= 0 ? `${listId}-${active}` : undefined)
  }, [field, listId, isOpen, active])

  return { found, word: word ?? '', start: typed?.start ?? 0, active, listId, isOpen, choose, close, onKey }
}

function setAttribute(element: Element | null, name: string, value: string | undefined) {
  if (value === undefined) element?.removeAttribute(name)
  else element?.setAttribute(name, value)
}
