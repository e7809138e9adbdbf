const maxLength = 254
const maxLocalLength = 64
const atom = "[\\w!#$%&'*+/=?^`{|}~-]+"
const label = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?'
const shape = new RegExp(`^${atom}(?:\\.${atom})*@${label}(?:\\.${label})*$`, 'i')

/**
 * Whether mail can be sent to an address: one that every mail server understands in the same way. Quoted names, comments, lists, address literals
 * and letters beyond ASCII are refused, because programs read them differently.
 */
export const isMailAddress = (text: string): boolean =>
  text.length <= maxLength && text.lastIndexOf('@') <= maxLocalLength && shape.test(text)

/** An address as operators see it in logs and lists: `a…@example.org`. */
export function shortAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '…' : `${address.slice(0, 1)}…${address.slice(at)}`
}

/** A text of a mail server, which often repeats the address of the user, with short addresses and at most 300 characters. */
export const withoutAddresses = (text: string): string =>
  text
    .slice(0, 300)
    .replace(/[^\s<>()"',;:]+@[^\s<>()"',;]+/g, shortAddress)
    .replace(/\s+/g, ' ')
    .trim()

export interface Sender {
  name: string
  address: string
}

/** The sender of all mails: `deck@example.org` or `Taskdeck <deck@example.org>`. Undefined if the text is neither. */
export function senderOf(text: string): Sender | undefined {
  const [, name = '', inBrackets] = /^([\p{L}\p{N} ._'-]{0,60})<([^<>]+)>$/u.exec(text) ?? []
  const address = inBrackets ?? text
  return isMailAddress(address) ? { name: name.trim() || 'Taskdeck', address } : undefined
}
