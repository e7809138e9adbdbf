/** Heights in pixels, as in the style sheet. */
const entryPx = 22
const linePx = 16
const dateLinePx = 28
const moreLinePx = 24
/** A day grows rather than show fewer. */
const minShown = 3

/** The needs of an entry: its title has more lines than one if it is wider than the day. */
export interface Needed {
  titlePx: number
  hasParent: boolean
}

export interface Fit {
  /** How many entries are shown. */
  shown: number
  /** The lines of each title. */
  lines: (1 | 2)[]
}

/** The entries that fit into a day: titles have two lines while the day has room, the first ones first, and one line otherwise. */
export function fitEntries(entries: readonly Needed[], heightPx: number, titlePx: number): Fit {
  const room = heightPx - dateLinePx
  const heights = entries.map(({ hasParent }) => entryPx + (hasParent ? linePx : 0))
  let left = room - heights.reduce((sum, height) => sum + height, 0)
  let shown = entries.length
  // One line for the number of those that are left out.
  if (left < 0) for (left -= moreLinePx; left < 0 && shown > minShown; shown--) left += heights[shown - 1] ?? 0
  // Few entries are all shown, however high they are.
  const lines = entries.slice(0, shown).map((entry): 1 | 2 => {
    if (entry.titlePx <= titlePx || left < linePx) return 1
    left -= linePx
    return 2
  })
  return { shown, lines }
}

/** How a title of two lines is broken: the words that begin it, and the rest, whose words are cut where the second line ends. */
export function brokenTitle(title: string, widthOf: (text: string) => number, titlePx: number): [string, string] {
  const words = title.split(/(?<=\s)/)
  let used = 0
  const first = words.findIndex((word) => {
    used += widthOf(word)
    return used > titlePx
  })
  // The first word of the second line stays whole: widths are not known exactly.
  const end = first < 0 ? words.length : first + 1
  return [words.slice(0, end).join(''), words.slice(end).join('')]
}
