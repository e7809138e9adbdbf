import { useLayer } from '../ui/layers.ts'
import { type ListProps, SuggestionOptions } from './suggestion-list.tsx'

/** Suggestions in the flow of a sheet, which grows upwards. Escape closes only the list. */
export function SuggestionsInPlace(props: ListProps) {
  return props.suggestions.isOpen ? <OpenList {...props} /> : null
}

function OpenList(props: ListProps) {
  const { listId, close, onKey } = props.suggestions
  useLayer(close, { onKey, isOfField: true })
  return (
    <div id={listId} role="listbox" aria-label="Suggestions">
      <SuggestionOptions {...props} />
    </div>
  )
}
