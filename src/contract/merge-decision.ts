import { bothOf, type MergedSection, mergeSections } from './merge-lines.ts'
import { type FieldName, type TaskField, taskFields } from './task-fields.ts'
import { isLonger } from './text-length.ts'

/** The side whose value wins a conflict: that of the change, or that of the task as it is now. Of texts, both can be kept. */
export type Side = 'wanted' | 'current' | 'both'

export interface Texts {
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
export function textSections(field: FieldName, { base, current, wanted }: Texts): MergedSection[] {
  const { maxLength = Number.POSITIVE_INFINITY }: TaskField = taskFields[field]
  const whole = [{ one: wanted.split('\n'), other: current.split('\n') }]
  if (base === undefined || base === wanted) return whole
  const parts = mergeSections(base, wanted, current)
  const isTooLong = (['wanted', 'current'] as const).some((side) => isLonger(decidedText(parts, side), maxLength))
  return isTooLong ? whole : parts
}

/** The text in which one side wins every conflict, or both are kept. The other changes of both sides stand. */
export const decidedText = (parts: MergedSection[], side: Side): string =>
  parts.flatMap((part) => ('lines' in part ? part.lines : linesOfSide(part, side))).join('\n')

/** The lines of a conflict that a side has, or of both sides, those of the text as it is now first. */
export function linesOfSide({ one, other }: Exclude<MergedSection, { lines: string[] }>, side: Side): string[] {
  if (side === 'both') return bothOf(one, other)
  return side === 'wanted' ? one : other
}

/** A text with the words of both sides; undefined if the field has no text, or if both are too long together. */
export function bothTexts(field: FieldName, texts: Texts): string | undefined {
  const { kind, maxLength = Number.POSITIVE_INFINITY }: TaskField = taskFields[field]
  if (kind !== 'text') return undefined
  const text = hasLines(field) ? decidedText(textSections(field, texts), 'both') : inOneLine(texts)
  return isLonger(text, maxLength) ? undefined : text
}

function inOneLine({ current, wanted }: Texts): string {
  if (current.includes(wanted)) return current
  return wanted.includes(current) ? wanted : `${current} / ${wanted}`
}
