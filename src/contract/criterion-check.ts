import { doneWhenLimits } from './done-when.ts'
import { isPlainName } from './plain-names.ts'
import { isLonger } from './text-length.ts'

const lineEnd = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Whether a text can be a criterion: 1 to 200 characters on one line. */
export function isCriterionText(text: string): boolean {
  const sentence = text.trim()
  return sentence !== '' && !isLonger(sentence, doneWhenLimits.text) && !lineEnd.test(sentence)
}

/** Whether a text can be the command of a criterion. People and programs run it, so it must be exactly what they see. */
export const isCriterionCommand = (text: string) => isPlainName(text, doneWhenLimits.command)

/** How messages describe them, after "must". */
export const criterionTextWords = `be one line of 1 to ${doneWhenLimits.text} characters`
export const criterionCommandWords = `be one line of 1 to ${doneWhenLimits.command} characters, none of them hidden`
