import { hash, randomInt } from 'node:crypto'
import { secondFactor } from '../../contract/second-factor.ts'

/** Without letters that look alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const [groups, groupLength] = [5, 5]
/** Of codes that were made before 0.4.0. */
const shortLength = 12

const group = () => Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join('')

/** Codes of 123 random bits, such as `k3vdt-9mzrp-w2hqa-x7ncu-4fbye`: enough for a fast hash. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: secondFactor.recoveryCodes }, () => Array.from({ length: groups }, group).join('-'))

/** A typed code without spaces and hyphens. */
export const typedCode = (text: string) => text.toLowerCase().replaceAll(/[\s-]/g, '')

/** Whether it can only be a recovery code. */
export const isRecoveryCode = (typed: string) => typed.length === groups * groupLength || typed.length === shortLength

/** Hashed with its owner, so that equal codes of two users have different hashes. */
export const recoveryHash = (owner: string, code: string) => hash('sha256', `${owner} ${typedCode(code)}`, 'base64url')
