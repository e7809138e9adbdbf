import { type MergedPart, mergeParts } from './merge-lines.ts'
import { type FieldName, type TaskField, taskFields } from './task-fields.ts'

/** The side whose value wins a conflict: that of the change, or that of the task as it is now. */
export type Side = 'wanted' | 'current'

interface Texts {
  /** Undefined if it is no longer known. */
  base: string | undefined
  current: string
  wanted: string
}

/** Whether both sides of a field can be kept outside the lines that conflict. */
export const hasLines = (field: FieldName) => taskFields[field].merge === 'lines'

/**
 * The parts of a text that two sides have changed; `one` is the wanted side. The whole text is one conflict if nothing is known to compare
 * with, if the change takes back what its user has seen since, or if the merged text would be too long.
 */
export function textParts(field: FieldName, { base, current, wanted }: Texts): MergedPart[] {
  const { maxLength = Number.POSITIVE_INFINITY }: TaskField = taskFields[field]
  const whole = [{ one: wanted.split('\n'), other: current.split('\n') }]
  if (base === undefined || base === wanted) return whole
  const parts = mergeParts(base, wanted, current)
  const isTooLong = (['wanted', 'current'] as const).some((side) => decidedText(parts, side).length > maxLength)
  return isTooLong ? whole : parts
}

/** The text in which one side wins every conflict. The other changes of both sides stand. */
export const decidedText = (parts: MergedPart[], side: Side): string =>
  parts.flatMap((part) => ('lines' in part ? part.lines : side === 'wanted' ? part.one : part.other)).join('\n')
