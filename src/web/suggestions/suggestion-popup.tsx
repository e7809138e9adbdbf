import type { RefObject } from 'react'
import { placeInText } from '../ui/place-in-text.ts'
import { Popup } from '../ui/popup.tsx'
import { type ListProps, SuggestionOptions } from './suggestion-list.tsx'

interface Props extends ListProps {
  field: RefObject<HTMLTextAreaElement | null>
  /** Whether it is as wide as the field, below it. Otherwise it is at the typed word. */
  isAsWide?: boolean
}

/** Suggestions in a list that lies over the page, so that nothing moves. Escape closes only the list. */
export function SuggestionPopup({ suggestions, roleOf, field, isAsWide = false }: Props) {
  const { isOpen, listId, start, close, onKey } = suggestions
  if (!isOpen) return null
  const { current } = field
  const atWord = { getBoundingClientRect: () => (current ? placeInText(current, start) : new DOMRect()) }
  return (
    <Popup
      anchor={isAsWide ? current : atWord}
      isAsWide={isAsWide}
      id={listId}
      role="listbox"
      aria-label="Suggestions"
      onClose={close}
      onKey={onKey}
    >
      <SuggestionOptions suggestions={suggestions} roleOf={roleOf} />
    </Popup>
  )
}
