import type { RefObject } from 'react'
import type { Suggestion } from './suggest.ts'
import { SuggestionPopup } from './suggestion-popup.tsx'
import { useSuggestions } from './use-suggestions.ts'

const maxSuggestions = 8
const textOf = (one: Suggestion) => `#${one.kind === 'label' ? one.label : one.task.number}`

/** Suggests labels and tasks in a text, such as a description, and inserts the reference. */
export function TextSuggestions({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const suggestions = useSuggestions(field, { max: maxSuggestions, textOf })
  return <SuggestionPopup suggestions={suggestions} roleOf={({ task }) => task.status} field={field} />
}
