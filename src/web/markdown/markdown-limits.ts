/**
 * Parsing Markdown takes quadratic time in some of its parts, and deep nesting exhausts the stack. Texts beyond these limits are shown
 * unformatted. A description that people wrote stays far below them.
 */
const maxDepth = 20
const maxLines = 1_000
const maxTableCells = 2_000
const maxMarks = 500

const containers = /^(?:[\s>]|[-*+](?=\s)|\d{1,9}[.)](?=\s))*/
const container = />|[-*+](?=\s)|\d+[.)](?=\s)/g
const delimiterRow = /^[\s>]*[|:-][\s|:-]*$/
/** Each kind is counted separately: emphasis, brackets of links, code, HTML. */
const marks = [/\*+|_+|~+/g, /[[\]]/g, /`+/g, /</g]

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Whether formatting this text could freeze or break the page. */
export function isTooComplex(markdown: string): boolean {
  const lines = markdown.split(/\r\n?|\n/)
  if (lines.length > maxLines) return true
  if (marks.some((mark) => count(markdown, mark) > maxMarks)) return true
  if (lines.some((line) => count(containers.exec(line)?.[0] ?? '', container) > maxDepth)) return true
  return tableCells(lines) > maxTableCells
}

/** A parser gives every row of a table as many cells as its heading has, however short the row is. */
function tableCells(lines: string[]): number {
  let columns = 0
  let cells = 0
  for (const line of lines) {
    if (!line.trim()) columns = 0
    else if (delimiterRow.test(line)) columns = Math.max(columns, count(line, /\|/g) + 1)
    cells += columns > 1 ? columns : 0
  }
  return cells
}
