import { isLabel, taskLimits } from '../../contract/tasks.ts'

/** The error of a list of labels, or null. */
export function labelsProblem(labels: string[]): string | null {
  const wrong = labels.find((label) => !isLabel(label))
  if (wrong === undefined) return null
  return [...wrong].length > taskLimits.label
    ? `“${wrong}” is too long: a label can have at most ${taskLimits.label} characters.`
    : `“${wrong}” cannot be a label: use letters, digits, - and _, and begin with a letter or a digit.`
}
