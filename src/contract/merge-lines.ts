/** Replaces the lines from `start` to `end` of a text. */
interface Hunk {
  start: number
  end: number
  lines: string[]
}

/** Comparing two sections costs the product of their lengths. Larger sections count as replaced as a whole, so that they conflict more often. */
const maxComparisons = 250_000

/** A section of a merged text: its lines, or those of both sides where they conflict. `one` is the change, `other` is the text as it is now. */
export type MergedSection = { lines: string[] } | { one: string[]; other: string[] }

/**
 * Merges a change of a text with the text as it is now, line by line. Lines that both have added at the same place are both kept. Returns
 * undefined if both have changed the same line: only a person can say what it should be.
 */
export function mergeLines(base: string, one: string, other: string): string | undefined {
  return withoutConflicts(mergeSections(base, one, other))
}

/** The text of sections; undefined if one of them is a conflict. */
export const withoutConflicts = (sections: MergedSection[]): string | undefined =>
  sections.every((section) => 'lines' in section) ? sections.flatMap(({ lines }) => lines).join('\n') : undefined

/** Merges two changes of a text into its sections, in their order. Lines that both have changed differently are a section with both sides. */
export function mergeSections(base: string, one: string, other: string): MergedSection[] {
  const lines = linesOf(base)
  const ours = hunksBetween(lines, linesOf(one))
  const theirs = hunksBetween(lines, linesOf(other))
  const sections: MergedSection[] = []
  let at = 0
  const add = (start: number, end: number, section: MergedSection) => {
    sections.push({ lines: lines.slice(at, start) }, section)
    at = end
  }
  while (ours.length || theirs.length) {
    const [mine, yours] = [ours[0], theirs[0]]
    if (mine && yours && isInsertion(mine) && isInsertion(yours) && mine.start === yours.start) {
      ours.shift()
      theirs.shift()
      add(mine.start, mine.end, { lines: bothOf(mine.lines, yours.lines) })
    } else if (mine && yours && !isSame(mine, yours) && isOverlapping(mine, yours)) {
      const [left, right] = takeOverlapping(ours, theirs)
      const start = Math.min(mine.start, yours.start)
      const end = Math.max(...[...left, ...right].map((hunk) => hunk.end))
      add(start, end, { one: apply(lines, left, start, end), other: apply(lines, right, start, end) })
    } else if (mine && (!yours || isSame(mine, yours) || isBefore(mine, yours))) {
      if (yours && isSame(mine, yours)) theirs.shift()
      ours.shift()
      add(mine.start, mine.end, { lines: mine.lines })
    } else if (yours) {
      theirs.shift()
      add(yours.start, yours.end, { lines: yours.lines })
    }
  }
  return [...sections, { lines: lines.slice(at) }]
}

/** An empty text has no lines, so that everything that is written into it is added. */
const linesOf = (text: string) => (text === '' ? [] : text.split('\n'))

/** The lines of both sides, those that were there first before the others. Lines at the beginning or the end that both sides share appear once. */
export function bothOf(one: string[], other: string[]): string[] {
  const shorter = Math.min(one.length, other.length)
  let head = 0
  while (head < shorter && one[head] === other[head]) head++
  let tail = 0
  while (tail < shorter - head && one.at(-1 - tail) === other.at(-1 - tail)) tail++
  return [
    ...other.slice(0, other.length - tail),
    ...one.slice(head, one.length - tail),
    ...one.slice(one.length - tail),
  ]
}

/** Takes the first hunks of both sides, and all that overlap with one of the other side that was taken. */
function takeOverlapping(ours: Hunk[], theirs: Hunk[]): [Hunk[], Hunk[]] {
  const [left, right] = [ours.splice(0, 1), theirs.splice(0, 1)]
  for (;;) {
    const [mine, yours] = [ours[0], theirs[0]]
    if (mine && right.some((hunk) => isOverlapping(hunk, mine))) left.push(...ours.splice(0, 1))
    else if (yours && left.some((hunk) => isOverlapping(hunk, yours))) right.push(...theirs.splice(0, 1))
    else return [left, right]
  }
}

const isSame = (one: Hunk, other: Hunk) =>
  one.start === other.start &&
  one.end === other.end &&
  one.lines.length === other.lines.length &&
  one.lines.every((line, index) => line === other.lines[index])

const isInsertion = ({ start, end }: Hunk) => start === end

/** Neighbouring lines do not overlap: two items of a checklist can be ticked at the same time. */
function isOverlapping(one: Hunk, other: Hunk): boolean {
  if (isInsertion(one) && isInsertion(other)) return one.start === other.start
  const [first, second] = one.start <= other.start ? [one, other] : [other, one]
  return second.start < first.end && !(isInsertion(second) && second.start === first.start)
}

/** Lines that are inserted before a line come before its replacement. */
const isBefore = (one: Hunk, other: Hunk) => one.start < other.start || (one.start === other.start && isInsertion(one))

/** The lines from `start` to `end`, with the hunks in them applied. */
function apply(lines: string[], hunks: Hunk[], start: number, end: number): string[] {
  const sections: string[][] = []
  let at = start
  for (const hunk of hunks) {
    sections.push(lines.slice(at, hunk.start), hunk.lines)
    at = hunk.end
  }
  return [...sections, lines.slice(at, end)].flat()
}

/** The smallest hunks that turn one text into another, in order. */
function hunksBetween(before: string[], after: string[]): Hunk[] {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head++
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  const [old, next] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)]
  const kept = old.length * next.length > maxComparisons ? [] : commonLines(old, next)
  const hunks: Hunk[] = []
  let [from, to] = [0, 0]
  for (const [x, y] of [...kept, [old.length, next.length] as const]) {
    if (x > from || y > to) hunks.push({ start: head + from, end: head + x, lines: next.slice(to, y) })
    from = x + 1
    to = y + 1
  }
  return hunks.flatMap(splitByLine)
}

/** As many lines as before: each of them was changed by itself. */
function splitByLine(hunk: Hunk): Hunk[] {
  const { start, end, lines } = hunk
  if (lines.length !== end - start) return [hunk]
  return lines.map((line, index) => ({ start: start + index, end: start + index + 1, lines: [line] }))
}

/** The places of a longest common subsequence of two lists of lines. */
function commonLines(old: string[], next: string[]): [number, number][] {
  const width = next.length + 1
  const lengths = new Uint16Array((old.length + 1) * width)
  const lengthAt = (x: number, y: number) => lengths[x * width + y] ?? 0
  for (let x = old.length - 1; x >= 0; x--) {
    for (let y = next.length - 1; y >= 0; y--) {
      lengths[x * width + y] =
        old[x] === next[y] ? lengthAt(x + 1, y + 1) + 1 : Math.max(lengthAt(x + 1, y), lengthAt(x, y + 1))
    }
  }
  const inPlace = old.flatMap((line, index): [number, number][] => (line === next[index] ? [[index, index]] : []))
  // Equal lines are ambiguous. Those that stayed at their place come first.
  if (old.length === next.length && inPlace.length === lengthAt(0, 0)) return inPlace
  const common: [number, number][] = []
  let [x, y] = [0, 0]
  while (x < old.length && y < next.length) {
    if (old[x] === next[y]) common.push([x++, y++])
    else if (lengthAt(x + 1, y) >= lengthAt(x, y + 1)) x++
    else y++
  }
  return common
}
