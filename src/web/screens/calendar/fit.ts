/** Heights in pixels, as in the style sheet. */
const entryPx = { 1: 22, 2: 38 } as const
const dateLinePx = 28
const moreLinePx = 24
/** A day grows rather than show fewer. */
const minShown = 3

export interface Fit {
  /** How many entries are shown. */
  shown: number
  /** The lines that each title may have. */
  lines: 1 | 2
}

/** The entries that fit into a day of a given height: with titles of two lines if there is room, or else of one. */
export function fitEntries(count: number, heightPx: number): Fit {
  const room = heightPx - dateLinePx
  if (count * entryPx[2] <= room) return { shown: count, lines: 2 }
  if (count <= minShown || count * entryPx[1] <= room) return { shown: count, lines: 1 }
  return { shown: Math.max(minShown, Math.floor((room - moreLinePx) / entryPx[1])), lines: 1 }
}
