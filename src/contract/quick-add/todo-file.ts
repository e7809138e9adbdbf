import { defaults, maxPartLevels } from '../tasks.ts'
import { hasCriteriaOnly, withCriteria } from './criteria-mark.ts'
import { type Line, linesOf, newLine } from './lines.ts'

/** A line of a file that becomes a task. */
export interface TodoItem {
  line: Line
  /** The item that it is a part of. */
  parent?: TodoItem
  /** The lines below it that continue its text. */
  description: string
  /** The number of its line. */
  row: number
  /** The headings above it, from the outermost one. */
  headings?: readonly string[]
}

/** Kinds of lines that are no tasks, in the order in which they are reported. */
export const leftOutKinds = ['heading', 'rule', 'quote', 'table', 'code', 'comment', 'text'] as const
export type LeftOut = Partial<Record<(typeof leftOutKinds)[number], number>>

export interface TodoFile {
  items: TodoItem[]
  leftOut: LeftOut
}

const item = /^(\s*)(?:[-*+•]|\d{1,9}[.)])\s+(?:\[([ xX])\]\s+)?(?!\[[ xX]?\]\s*$)(\S.*)$/
const boxOnly = /^(\s*)\[([ xX])\]\s+(\S.*)$/
/** The marks of a line of code cannot be in its first line: that is code within a text. */
const fence = /^\s*(`{3,}(?!.*`)|~{3,})/
const fenceEnd = /^\s*(`{3,}|~{3,})\s*$/
const comment = { start: /^\s*<!--/, end: /-->/ }
const heading = /^ {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/
const rule = /^\s*([-*_])(\s*\1){2,}\s*$/
const underline = /^\s*(=+|-+)\s*$/
const tabWidth = 4

const widthOf = (indent: string) => indent.replaceAll('\t', ' '.repeat(tabWidth)).length

/**
 * Reads a Markdown file: items of lists are tasks, nested ones parts of them, and everything else is none. A text without any bullet is a
 * list with one task in each line, which may begin with a box; its headings, rules, quotes, tables, comments and code are no tasks either.
 */
export function readTodoFile(text: string): TodoFile {
  const rows = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r\n?|\n/)
  const read = rows.some((row) => item.test(row) && !rule.test(row)) ? itemsIn(rows) : undefined
  return read?.items.length ? read : linesIn(rows)
}

type Leave = (kind: keyof LeftOut) => void

function leaver(leftOut: LeftOut): Leave {
  return (kind) => {
    leftOut[kind] = (leftOut[kind] ?? 0) + 1
  }
}

/** The number of rows of the fields at the beginning of a file, such as `title: Plan`, between two rules. */
function fieldRows([first = '', second = '', ...rest]: string[]): number {
  if (first.trimEnd() !== '---' || !/^[\w-]+:(\s|$)/.test(second)) return 0
  return rest.findIndex((row) => /^(---|\.\.\.)\s*$/.test(row)) + 3
}

/** Takes the rows that no list can contain: those of the fields of the file, of comments and of code between fences. */
function otherRows(rows: string[], leave: Leave): (row: string, index: number) => boolean {
  const fields = fieldRows(rows)
  let codeMark: string | undefined
  let isComment = false
  return (row, index) => {
    if (fields > 2 && index < fields) {
      leave('text')
      return true
    }
    const mark = codeMark === undefined ? fence.exec(row)?.[1] : fenceEnd.exec(row)?.[1]
    if (!isComment && (codeMark !== undefined || mark)) {
      leave('code')
      codeMark = codeMark === undefined ? mark : mark?.startsWith(codeMark) ? undefined : codeMark
      return true
    }
    if (!isComment && !comment.start.test(row)) return false
    leave('comment')
    isComment = !comment.end.test(row)
    return true
  }
}

/** The lines of a text without lists. */
function linesIn(rows: string[]): TodoFile {
  const leftOut: LeftOut = {}
  const leave = leaver(leftOut)
  const isOther = otherRows(rows, leave)
  const kept = rows.filter((row, index) => {
    if (isOther(row, index)) return false
    const isTitle = Boolean(row.trim()) && /^=+\s*$/.test(rows[index + 1] ?? '')
    const kind = row.trim() ? (isTitle ? 'heading' : kindOf(row, undefined, false)) : 'text'
    const isUnderline = kind === 'text' && /^=+\s*$/.test(row)
    if (kind !== 'text') leave(kind)
    return kind === 'text' && !isUnderline
  })
  return { items: linesOf(kept.join('\n')).map((line, index) => ({ line, description: '', row: index + 1 })), leftOut }
}

function itemsIn(rows: string[]): TodoFile {
  const items: TodoItem[] = []
  const leftOut: LeftOut = {}
  const leave = leaver(leftOut)
  const isOther = otherRows(rows, leave)
  /** The items that the next one can be a part of, with the column of their marks. */
  let open: { item: TodoItem; width: number }[] = []
  let headings: { level: number; title: string }[] = []
  /** Whether the line before belongs to an item, so that an indented line continues it. */
  let isItem = false
  for (const [index, row] of rows.entries()) {
    if (isOther(row, index)) {
      isItem = false
      continue
    }
    const [, indent = '', box = ' ', words] = rule.test(row) ? [] : (item.exec(row) ?? boxOnly.exec(row) ?? [])
    const width = widthOf(/^\s*/.exec(row)?.[0] ?? '')
    // Four spaces more than the innermost item, or than the margin, are code.
    const isCode = width >= (open.at(-1)?.width ?? 0) + 2 * tabWidth || (!open.length && width >= tabWidth)
    const above = open.findLast((one) => one.width < width)?.item
    if (above && !isCode && hasCriteriaOnly(words ?? row.trim())) {
      above.line.text = withCriteria(above.line.text, words ?? row.trim())
      continue
    }
    if (words !== undefined && !isCode) {
      open = open.filter((one) => one.width < widthOf(indent))
      const parent = open.slice(0, maxPartLevels - 1).at(-1)?.item
      const line = newLine(words.trim(), box === ' ' ? defaults.status : 'Completed')
      const titles = headings.map(({ title }) => title)
      const found: TodoItem = {
        ...{ line, description: '', row: index + 1 },
        ...(parent ? { parent } : {}),
        ...(titles.length ? { headings: titles } : {}),
      }
      items.push(found)
      open.push({ item: found, width: widthOf(indent) })
      isItem = true
      continue
    }
    const last = open.at(-1)
    if (!row.trim()) isItem = false
    else if (last && !isCode && (isItem ? width > last.width : width >= last.width + 2)) {
      // After an empty line, a paragraph of the item begins.
      last.item.description = [last.item.description, row.trim()].filter(Boolean).join(isItem ? '\n' : '\n\n')
      isItem = true
    } else {
      const kind = kindOf(row, rows[index - 1], isCode)
      leave(kind)
      if (kind === 'heading') headings = withHeading(headings, row, rows[index - 1] ?? '')
      // A line at the margin ends the list.
      if (width === 0) open = []
      isItem = false
    }
  }
  return { items, leftOut }
}

/** The headings above the next line: a heading ends those of its level and of lower ones. One that is underlined has its title above. */
function withHeading(open: { level: number; title: string }[], row: string, before: string) {
  const [, mark, words = ''] = heading.exec(row) ?? []
  const level = mark?.length ?? (row.includes('=') ? 1 : 2)
  const title = (mark ? words : before).trim()
  return [...open.filter((one) => one.level < level), ...(title ? [{ level, title }] : [])]
}

function kindOf(row: string, before: string | undefined, isCode: boolean): keyof LeftOut {
  if (heading.test(row) || (underline.test(row) && before?.trim())) return 'heading'
  if (rule.test(row)) return 'rule'
  if (/^\s*>/.test(row)) return 'quote'
  if (/^\s*\|/.test(row)) return 'table'
  return isCode ? 'code' : 'text'
}

const words: Record<keyof LeftOut, [string, string]> = {
  heading: ['1 heading', 'headings'],
  rule: ['1 rule', 'rules'],
  quote: ['1 quoted line', 'quoted lines'],
  table: ['1 line of a table', 'lines of tables'],
  code: ['1 line of code', 'lines of code'],
  comment: ['1 line of a comment', 'lines of comments'],
  text: ['1 line of text', 'lines of text'],
}

/** What was left out, in words; empty if nothing was. */
export const leftOutWords = (leftOut: LeftOut): string =>
  leftOutKinds
    .filter((kind) => leftOut[kind])
    .map((kind) => (leftOut[kind] === 1 ? words[kind][0] : `${leftOut[kind]} ${words[kind][1]}`))
    .join(', ')
