/**
 * Two spellings of an address that differ in letter case are one account. Nothing else is folded: addresses that only look alike, such
 * as `ªna@example.org` and `ana@example.org`, or that are two ways to write a domain, belong to different accounts.
 */
export function emailKey(email: string) {
  return Array.from(email.trim(), lowerCase).join('')
}

/** Letters such as the Kelvin sign, whose lower case is that of another letter, stay as they are. */
function lowerCase(letter: string) {
  const lower = letter.toLowerCase()
  return lower.toUpperCase() === letter ? lower : letter
}

/** The key under which older versions stored an account; it is the same for addresses that only look alike. */
export function foldedEmailKey(email: string) {
  return email.trim().normalize('NFKC').toLowerCase()
}
