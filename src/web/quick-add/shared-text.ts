import { taskLimits } from '../../contract/tasks.ts'

/** The parameters of a share, as named in manifest.webmanifest: title, text and link. */
export const shareParameters = ['share-title', 'share-text', 'share-url']

/** Line breaks and other control characters, and marks that reverse the direction of text. */
const invisible = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu

/** Shared content as one line. Apps often repeat the link in the text, and the title in both. */
export function sharedLine(search: URLSearchParams): string {
  const parts = shareParameters.map((name) => (search.get(name) ?? '').replace(invisible, ' ').trim()).filter(Boolean)
  const distinct = parts.filter(
    (part, index) => !parts.some((other, at) => at !== index && other.includes(part) && (other !== part || at < index)),
  )
  return [...distinct.join(' ')].slice(0, taskLimits.description).join('')
}
