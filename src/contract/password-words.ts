/** Whose password it is. */
export interface PasswordOwner {
  username: string
  email: string
}

/** A rest with fewer different characters than this is too easy to guess. */
const minDistinct = 4

/** The words of which nobody's password may be made, the longest first. */
function wordsOf({ username, email }: PasswordOwner): string[] {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  const name = username.toLowerCase()
  const parts = [name, local, domain].flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))
  const words = ['taskdeck', name, name.replaceAll(/\s+/g, ''), local, domain, ...parts]
  return [...new Set(words)].filter((word) => word.length > 1).sort((a, b) => b.length - a.length)
}

/** A password without the name and the email of its owner and without "taskdeck"; undefined if it contains none of them. */
export function withoutOwnWords(password: string, owner: PasswordOwner): string | undefined {
  const lower = password.normalize('NFKC').toLowerCase()
  const rest = wordsOf(owner).reduce((text, word) => text.replaceAll(word, ''), lower)
  return rest === lower ? undefined : rest
}

/** Whether a password is nothing but the name or the email of its owner or "taskdeck", with a few characters around it. */
export function isMadeOfOwnWords(password: string, owner: PasswordOwner): boolean {
  const rest = withoutOwnWords(password, owner)
  if (rest === undefined) return false
  const signs = rest.replaceAll(/[\p{L}\p{N}]/gu, '')
  const letters = rest.replaceAll(/[^\p{L}\p{N}]/gu, '')
  return new Set(signs).size < minDistinct && (new Set(letters).size < minDistinct || /^\d{1,8}$/.test(letters))
}

export const madeOfOwnWords = 'Choose a password that is not made of your name, your email or “taskdeck”.'
