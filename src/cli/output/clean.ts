/**
 * Everything that a server sends is data. This file is the only place where it is cleaned on its way to a terminal: characters that steer a
 * terminal (C0, DEL and C1 with ESC and NEL), line separators, controls of the direction of text, and characters that cannot be seen.
 */
const steering = '\\p{Cc}\\u2028\\u2029'
// Without the joiners U+200C and U+200D, which scripts and emoji need.
const invisible =
  '\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e0fff}'

const unsafe = new RegExp(`([${steering}])|[${invisible}]`, 'gu')

/** A text as one line that is safe to print. */
export const oneLine = (text: string) => text.replace(unsafe, (_, isSteering) => (isSteering ? ' ' : ''))

/** A text with its lines and tabs that is safe to print. */
export const manyLines = (text: string) =>
  text
    .replaceAll('\r\n', '\n')
    .replace(unsafe, (found, isSteering) => (found === '\n' || found === '\t' ? found : isSteering ? ' ' : ''))

/** Begins the marks of our own styles. A server does not know it, so that no text of it can contain such a mark. */
const secret = Math.random().toString(36).slice(2)
const mark = new RegExp(`\\u0000${secret}(\\d+);`, 'g')

/** A style in a text, until the text is printed. */
export const styleMark = (code: number) => `\u0000${secret}${code};`

/** A text as it is written to a terminal or a pipe: clean, and with our own styles. */
export const printable = (text: string) =>
  text
    .split(mark)
    .map((piece, index) => (index % 2 ? `\u001b[${piece}m` : manyLines(piece)))
    .join('')

/** JSON that is safe to print, and the same value: what a terminal could obey is escaped. */
export const printableJson = (value: unknown, indentation = 0) => escapedJson(JSON.stringify(value, null, indentation))

/** A JSON text of the same value that is safe to print. */
export const escapedJson = (json: string) =>
  // Only line breaks of the indentation are outside of strings.
  json.replace(unsafe, (found) => (found === '\n' ? found : escaped(found)))

const escaped = (text: string) =>
  Array.from({ length: text.length }, (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`).join(
    '',
  )
