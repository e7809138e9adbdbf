import { AppError } from '../../contract/errors.ts'
import { isMadeOfOwnWords, madeOfOwnWords, type PasswordOwner, withoutOwnWords } from '../../contract/password-words.ts'
import { isCommonPassword } from './common-passwords.ts'

/**
 * Fails with `weak_password` for a password that an attacker tries first. For everyone who chooses a password; passwords that exist stay
 * valid.
 */
export function checkNewPassword(password: string, owner: PasswordOwner): void {
  if (isCommonPassword(password)) {
    throw new AppError('weak_password', 'This password is too common: attackers try it first. Choose another one.')
  }
  const rest = withoutOwnWords(password, owner)
  if (isMadeOfOwnWords(password, owner) || (rest && isCommonPassword(rest))) {
    throw new AppError('weak_password', madeOfOwnWords)
  }
}
