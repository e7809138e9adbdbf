/** More than a card can show. The patterns below take quadratic time, and a list has many cards. */
const maxLength = 600

/** Markdown without the markup of code blocks, headings, lists, tables and emphasis, for cards. */
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
