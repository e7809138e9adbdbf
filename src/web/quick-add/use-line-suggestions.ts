import type { RefObject } from 'react'
import type { Parsed } from '../../contract/quick-add/parse.ts'
import type { Suggestion } from '../suggestions/suggest.ts'
import { useSuggestions } from '../suggestions/use-suggestions.ts'

/** The words of a link, if the typed number follows them, and what the new task becomes. */
const linkRoles = [
  [/(?:^|\s)part\s+of\s+$/i, 'as its part'],
  [/(?:^|\s)after\s+$/i, 'waits for it'],
  [/(?:^|\s)related\s+to\s+$/i, 'related to it'],
] as const

const writtenRole = (before: string) => linkRoles.find(([words]) => words.test(before))?.[1]

/**
 * Suggestions in the line of quick add. A chosen task becomes the parent of the new one, or is related to it if there is a parent already,
 * unless the words before the # say otherwise.
 */
export function useLineSuggestions(input: RefObject<HTMLTextAreaElement | null>, parsed: Parsed, max: number) {
  const isPart = parsed.task.partOf !== undefined
  const suggestions = useSuggestions(input, {
    max,
    without: parsed.task.labels,
    isComplete: ({ end }) => parsed.pieces.some((piece) => piece.kind === 'link' && piece.end === end),
    textOf: (one: Suggestion, before: string) => {
      if (one.kind === 'label') return `#${one.label}`
      const words = writtenRole(before) ? '' : isPart ? 'related to ' : 'part of '
      return `${words}#${one.task.number}`
    },
  })
  const before = input.current?.value.slice(0, suggestions.start) ?? ''
  const role = writtenRole(before) ?? (isPart ? 'related to it' : 'as its part')
  return { suggestions, roleOf: () => role }
}
