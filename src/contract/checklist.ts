/** A line with a checklist item, also nested and quoted: everything up to its mark, the mark, and its text. */
export const itemLine = /^([\s>]*(?:[-*+]|\d{1,9}[.)])\s+\[)([ xX])\]\s+(\S.*)$/
const fence = /^[\s>]*(`{3,}|~{3,})/

/** How many items of the checklists in a text are done; undefined if it has none. */
export function countItems(markdown: string): { done: number; all: number } | undefined {
  // Most descriptions have no checklist.
  if (!markdown.includes('] ')) return undefined
  let [done, all] = [0, 0]
  let open: string | undefined
  for (const line of markdown.split('\n')) {
    const mark = fence.exec(line)?.[1]
    if (open) {
      if (mark?.startsWith(open)) open = undefined
    } else if (mark) open = mark
    else {
      const item = itemLine.exec(line)
      if (!item) continue
      all++
      if (item[2] !== ' ') done++
    }
  }
  return all ? { done, all } : undefined
}
