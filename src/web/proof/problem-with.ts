import { criterionCommandWords, criterionTextWords, isCriterionText } from '../../contract/criterion-check.ts'

/** Why a criterion as it is typed, with its command after two colons, is not possible. */
export function problemWith(typed: string): string {
  const [text = ''] = typed.split(/\s+::\s+/)
  return isCriterionText(text)
    ? `The command must ${criterionCommandWords}.`
    : `A criterion must ${criterionTextWords}.`
}
