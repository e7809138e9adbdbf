import { Fragment } from 'react'
import { wordsOf } from '../../contract/search.ts'

interface Props {
  text: string
  /** The searched words, as `wordsOf` returns them. */
  words: string[]
}

/** A text with the beginnings of its words highlighted that were searched. */
export function Marked({ text, words }: Props) {
  if (!words.length) return text
  let offset = 0
  return text.split(/([\p{L}\p{N}\p{M}]+)/u).map((part) => {
    const length = markedLength(part, words)
    const key = `${offset} ${part}`
    offset += part.length
    return (
      <Fragment key={key}>
        {length > 0 && <mark>{part.slice(0, length)}</mark>}
        {part.slice(length)}
      </Fragment>
    )
  })
}

/** How many characters at the beginning of a word match the longest searched word. Accents and ligatures may change the length. */
function markedLength(part: string, words: string[]): number {
  const [plain = ''] = wordsOf(part)
  const longest = Math.max(0, ...words.filter((word) => plain.startsWith(word)).map((word) => word.length))
  if (!longest) return 0
  let length = 1
  while (length < part.length && (wordsOf(part.slice(0, length))[0] ?? '').length < longest) length++
  return length
}
