/** A line of a calendar has at most this many bytes; the rest follows on lines that begin with a space (RFC 5545, 3.1). */
const maxLineBytes = 75

/** A line of a calendar, folded between characters, with its end. */
export function line(text: string): string {
  if (text.length * 3 <= maxLineBytes) return `${text}\r\n`
  let [folded, size] = ['', 0]
  for (const character of text) {
    const bytes = Buffer.byteLength(character)
    if (size + bytes > maxLineBytes) {
      folded += '\r\n '
      size = 1
    }
    folded += character
    size += bytes
  }
  return `${folded}\r\n`
}

const escapes: Record<string, string> = { '\\': '\\\\', ';': '\\;', ',': '\\,', '\n': '\\n' }

/** A text as the value of a property. Other control characters than line ends and tabs are not allowed in a calendar. */
export const textValue = (text: string): string =>
  text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .replace(/[\\;,\n]/g, (sign) => escapes[sign] ?? sign)

/** A moment in UTC: 20270131T090000Z. */
export const timeValue = (iso: string): string => iso.replace(/\.\d+/, '').replace(/[-:]/g, '')

/** A calendar day: 20270131. */
export const dayValue = (iso: string): string => iso.slice(0, 10).replaceAll('-', '')
