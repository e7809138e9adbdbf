const entities: Partial<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function entity(whole: string, name: string): string {
  const code = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name)
  if (!code) return entities[name.toLowerCase()] ?? whole
  const point = code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16)
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
}

/** The text of HTML that an editor has written, with lists, links and boxes in Markdown. Text without tags stays as it is. */
export function textOfHtml(html: string): string {
  if (!/<[a-z/][^<>]*>/i.test(html)) return html
  return html
    .replace(/<(script|style)\b[^<>]*>[^<]*<\/\1>/gi, '')
    .replace(/<li\b[^<>]*data-checked="true"[^<>]*>/gi, '\n- [x] ')
    .replace(/<li\b[^<>]*data-checked="false"[^<>]*>/gi, '\n- [ ] ')
    .replace(/<li\b[^<>]*>/gi, '\n- ')
    .replace(/<a\b[^<>]*href="([^"<>]{1,2000})"[^<>]*>([^<]*)<\/a>/gi, (_, href: string, words: string) =>
      words && words !== href ? `[${words}](${href})` : href,
    )
    .replace(/<br\b[^<>]*>/gi, '\n')
    .replace(/<\/(p|div|h[1-6]|blockquote|pre|ul|ol)>/gi, '\n')
    .replace(/<[a-z/!][^<>]*>/gi, '')
    .replace(/&(#?\w{1,8});/g, entity)
    .replace(/(- (?:\[[ x]\] )?)\n+/g, '$1')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
