/** `#12` as a word of its own: not in an address, and not part of a longer word. */
export const taskReference = /(?<![\p{L}\p{N}_#&/])#(\d{1,9})(?![\p{L}\p{N}_-])/gu

const fence = /^\s*(```|~~~)/
const codeSpan = /(`+)[^`]+\1/g
const indented = /^(?: {4}|\t)/
const listItem = /^\s*(?:[-*+]|\d{1,9}[.)])\s/

/** The lines of a Markdown text, each with whether it is code. */
function* linesOf(text: string): Generator<{ line: string; isCode: boolean }> {
  let isFenced = false
  let isList = false
  // An indented line is code after an empty line or at the beginning, but not in a list.
  let canBeCode = true
  for (const line of text.split('\n')) {
    if (fence.test(line)) isFenced = !isFenced
    if (isFenced || fence.test(line)) yield { line, isCode: true }
    else if (line.trim() === '') {
      canBeCode = true
      yield { line, isCode: false }
    } else if (canBeCode && !isList && indented.test(line)) yield { line, isCode: true }
    else {
      canBeCode = false
      isList = listItem.test(line) || (isList && indented.test(line))
      yield { line, isCode: false }
    }
  }
}

/** The numbers of the tasks that a Markdown text mentions, each once. Code mentions nothing. */
export function referencesIn(text: string): number[] {
  const numbers = new Set<number>()
  for (const { line, isCode } of linesOf(text)) {
    if (isCode || !line.includes('#')) continue
    for (const [, number] of line.replace(codeSpan, ' ').matchAll(taskReference)) numbers.add(Number(number))
  }
  return [...numbers]
}

/** A Markdown text that mentions tasks by their new numbers. `numberOf` returns undefined for a number that stays as it is. */
export function withNewNumbers(text: string, numberOf: (number: number) => number | undefined): string {
  if (!text.includes('#')) return text
  const mention = (whole: string, number: string) => {
    const found = numberOf(Number(number))
    return found === undefined ? whole : `#${found}`
  }
  const said = (line: string) => line.replace(taskReference, mention)
  const outsideSpans = (line: string) => {
    let [result, end] = ['', 0]
    for (const { 0: span, index } of line.matchAll(codeSpan)) {
      result += said(line.slice(end, index)) + span
      end = index + span.length
    }
    return result + said(line.slice(end))
  }
  return [...linesOf(text)].map(({ line, isCode }) => (isCode ? line : outsideSpans(line))).join('\n')
}
