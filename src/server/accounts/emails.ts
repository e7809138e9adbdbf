/**
 * Addresses that differ only in letter case belong to one account. Nothing else is normalised: addresses that only look alike, such as
 * `ªna@example.org` and `ana@example.org`, and different spellings of a domain belong to different accounts.
 */
export function emailKey(email: string) {
  return Array.from(email.trim(), lowerCase).join('')
}

/** Keeps letters such as the Kelvin sign, whose lower case is that of another letter. */
function lowerCase(letter: string) {
  const lower = letter.toLowerCase()
  return lower.toUpperCase() === letter ? lower : letter
}

/** The key under which older versions stored an account, which is the same for addresses that only look alike. */
export function foldedEmailKey(email: string) {
  return email.trim().normalize('NFKC').toLowerCase()
}
