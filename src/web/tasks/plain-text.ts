/** More than a card has room for. The patterns below take the square of the length, and a list has many cards. */
const maxLength = 600

/** Markdown as a card shows it: the words, without the marks of code blocks, headings, lists, tables and emphasis. */
export function plainText(markdown: string): string {
  return markdown
    .slice(0, maxLength)
    .replace(/^\s*(```|~~~).*$/gm, '')
    .replace(/^[ \t]*\|[ \t:|-]+$/gm, '')
    .replace(/^[ \t]*\|(.+)\|[ \t]*$/gm, (_, cells: string) => cells.trim().replace(/\s*\|\s*/g, ' · '))
    .replace(/^\s*(#{1,6}|[-*+]|>)\s+/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|`)/g, '')
}
