/** More than a card can show. The patterns below take quadratic time, and a list has many cards. */
const maxLength = 600

/** Escaped characters are moved out of the reach of the patterns, and back at the end. */
const hiddenOffset = 0xe000
const hide = (character: string) => String.fromCharCode(hiddenOffset + character.charCodeAt(0))
const showHidden = (text: string) =>
  text.replace(/[\ue021-\ue07e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - hiddenOffset))

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

const fence = /^\s*(```|~~~)/
/** The line below the head of a table: dashes with at least one bar. */
const tableRule = /^[\s:|-]*\|[\s:|-]*$/
/** The line below a heading, or between two paragraphs. */
const rule = /^\s*(=+|-{2,}|(?:[-*_]\s*){3,})\s*$/
const definition = /^\s*\[(?!\^)[^\]]+\]:\s+\S/

/** Markdown without its markup, for cards: one line per block. The content of code blocks stays as it is. */
export function plainText(markdown: string): string {
  const lines: string[] = []
  let isCode = false
  let isTable = false
  for (const line of markdown.slice(0, maxLength).split('\n')) {
    if (fence.test(line)) isCode = !isCode
    else if (isCode) lines.push(line)
    else if (line.includes('-') && tableRule.test(line)) {
      isTable = true
      lines.push(cellsOf(lines.pop() ?? ''))
    } else if (!rule.test(line) && !definition.test(line)) {
      isTable &&= line.includes('|')
      const text = inlineText(blockText(line)).trim()
      lines.push(isTable ? cellsOf(text) : text)
    }
  }
  return showHidden(lines.filter((line) => line.trim()).join('\n'))
}

const cellsOf = (row: string) =>
  row
    .replace(/^\s*\||\|\s*$/g, '')
    .trim()
    .replace(/\s*\|\s*/g, ' · ')

/** A line without the marks of quotes, lists, checkboxes and headings. */
function blockText(line: string): string {
  return line
    .replace(/^(?:\s*(?:>|[-*+]\s|\d{1,9}[.)]\s))+/, '')
    .replace(/^\s*\[[ xX]\]\s/, '')
    .replace(/^\s*#{1,6}\s+(.*?)(?:\s+#+)?\s*$/, '$1')
}

function inlineText(line: string): string {
  return line
    .replace(/(`+)([^`]+)\1/g, (_, _ticks, code: string) => code.trim().replace(/[!-~]/g, hide))
    .replace(/\\([!-/:-@[-`{-~])/g, (_, character: string) => hide(character))
    .replace(/<((?:https?:|mailto:)?[^\s<>]+[@:/][^\s<>]*)>/g, '$1')
    .replace(/<!--.*?-->/g, '')
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/\[\^[^\]]+\]:?/g, '')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/!?\[([^[\]]+)\]\[[^[\]]*\]/g, '$1')
    .replace(/~~(\S(?:.*?\S)?)~~/g, '$1')
    .replace(/.*/, withoutEmphasis)
    .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/ {2,}/g, ' ')
}

const maxNesting = 3

function withoutEmphasis(line: string): string {
  let text = line
  for (let depth = 0; depth < maxNesting; depth++) {
    text = text
      .replace(/\*([^*\s](?:[^*]*[^*\s])?)\*/g, '$1')
      .replace(/(?<![\p{L}\p{N}])_([^_\s](?:[^_]*[^_\s])?)_(?![\p{L}\p{N}])/gu, '$1')
  }
  return text
}
