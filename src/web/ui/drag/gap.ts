/** A place in a list, named by its neighbours: it stays the same place while other items come, move and go. */
export interface Gap {
  list: string
  after: string | undefined
  before: string | undefined
}

/** The place at an index of a list. Its items do not include the dragged one. */
export const gapAt = (list: string, ids: readonly string[], index: number): Gap => ({
  list,
  after: ids[index - 1],
  before: ids[index],
})

/** The index of a place in a list as it is now. */
export function indexOfGap({ after, before }: Gap, ids: readonly string[]): number {
  const next = before === undefined ? -1 : ids.indexOf(before)
  if (next >= 0) return next
  const previous = after === undefined ? -1 : ids.indexOf(after)
  return previous < 0 ? ids.length : previous + 1
}

/** The index at a height among the items of a list, which are those in the page. */
export function indexAtHeight(items: Iterable<Element>, y: number): number {
  let index = 0
  for (const item of items) {
    const { top, height } = item.getBoundingClientRect()
    if (y > top + height / 2) index++
  }
  return index
}
