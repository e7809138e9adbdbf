import { isMadeOfOwnWords, madeOfOwnWords, type PasswordOwner } from '../../contract/password-words.ts'

export interface Strength {
  /** 0 to 4 */
  score: number
  word: string
  advice: string
}

const words = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong']
const common = /^(password|passwort|qwerty|letmein|welcome|admin|iloveyou|12345|abc123|111111|dragon|monkey|changeme)/i
const runs = /(.)\1\1|0123|1234|2345|3456|4567|5678|6789|abcd|qwer|asdf|zxcv/i

/** Rates a password and gives the most useful advice. The server refuses passwords that are common or made of the words of their owner. */
export function passwordStrength(password: string, owner: PasswordOwner): Strength {
  const lower = password.toLowerCase()
  const personal = [owner.username, owner.email]
    .flatMap((text) => text.toLowerCase().split(/[^a-z0-9]+/))
    .some((part) => part.length > 3 && lower.includes(part))
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length
  const distinct = new Set(password).size

  let score = Math.min(4, Math.floor(password.length / 5) + (kinds > 2 ? 1 : 0))
  let advice = password.length < 15 ? 'Longer is stronger: a few unrelated words are easy to remember.' : ''
  if (distinct < 6) [score, advice] = [Math.min(score, 1), 'Use a greater variety of characters.']
  if (runs.test(password)) [score, advice] = [Math.min(score, 2), 'Avoid keyboard sequences and repeated characters.']
  if (personal) [score, advice] = [Math.min(score, 1), 'Leave out your name and email.']
  if (common.test(password)) [score, advice] = [0, 'This is one of the first passwords that attackers try.']
  if (isMadeOfOwnWords(password, owner)) [score, advice] = [0, madeOfOwnWords]
  return { score, word: words[score] ?? '', advice }
}
