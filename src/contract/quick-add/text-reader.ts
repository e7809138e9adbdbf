const between = String.raw`(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*|/)(?:on\s+)?(?:the\s+)?`

/** Reads a text from a place on, one pattern after another. */
export function textReader(text: string, start: number) {
  let place = start
  function take(pattern: string, rest = '(?![\\p{L}\\p{N}])'): RegExpExecArray | undefined {
    const expression = new RegExp(`(?:${pattern})${rest}`, 'iuy')
    expression.lastIndex = place
    const match = expression.exec(text)
    if (match) place = expression.lastIndex
    return match ?? undefined
  }
  return {
    get place() {
      return place
    },
    goTo(next: number) {
      place = next
    },
    /** The match of whole words at the place, which is passed then. */
    take: (pattern: string) => take(pattern),
    /** The same for words with something that follows them. */
    takeBefore: (pattern: string, rest: string) => take(pattern, `\\s+(?=${rest})`),
    /** One or more matches of a pattern, in a list with commas or a word. */
    takeList(pattern: string, join = between): string[] {
      const first = take(pattern)?.[0]
      if (first === undefined) return []
      const all = [first]
      for (;;) {
        const next = take(`${join}(${pattern})`)?.[1]
        if (next === undefined) return all
        all.push(next)
      }
    },
  }
}

export type TextReader = ReturnType<typeof textReader>
