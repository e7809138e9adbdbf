import { type Criterion, criterionLine } from './done-when.ts'
import { isOverfull, mergeCriteria } from './merge-criteria.ts'
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
 * The sections of a text that two sides have changed; `one` is the wanted side. The whole text is one conflict if nothing is known to compare
 * with, if the change takes back what its user has seen since, or if the merged text would be too long.
 */
export function textSections(field: FieldName, { base, current, wanted }: Texts): MergedSection[] {
  const { maxLength = Number.POSITIVE_INFINITY }: TaskField = taskFields[field]
  const whole = [{ one: wanted.split('\n'), other: current.split('\n') }]
  if (base === undefined || base === wanted) return whole
  const sections = mergeSections(base, wanted, current)
  const isTooLong = (['wanted', 'current'] as const).some((side) => isLonger(decidedText(sections, side), maxLength))
  return isTooLong ? whole : sections
}

/** The text in which one side wins every conflict, or both are kept. The other changes of both sides stand. */
const decidedText = (sections: MergedSection[], side: Side): string =>
  sections.flatMap((section) => ('lines' in section ? section.lines : linesOfSide(section, side))).join('\n')

/** The lines of a conflict that a side has, or of both sides, those of the text as it is now first. */
function linesOfSide({ one, other }: Exclude<MergedSection, { lines: string[] }>, side: Side): string[] {
  if (side === 'both') return bothOf(one, other)
  return side === 'wanted' ? one : other
}

/** A text with the words of both sides; undefined if the field has no text, or if both are too long together. */
function bothTexts(field: FieldName, texts: Texts): string | undefined {
  const { kind, maxLength = Number.POSITIVE_INFINITY }: TaskField = taskFields[field]
  if (kind !== 'text') return undefined
  const text = hasLines(field) ? decidedText(textSections(field, texts), 'both') : inOneLine(texts)
  return isLonger(text, maxLength) ? undefined : text
}

/** The values of a field on both sides of a conflict, and the one that both began with. */
interface Values {
  base: unknown
  current: unknown
  wanted: unknown
}

/** The value of a field if a side wins, and of a text with lines, or of criteria, the lines between which the choice is. */
export interface Choice {
  value: unknown
  lines?: string[]
}

/** Whether everything of a field that does not conflict is kept of both sides. */
export const isMergedInParts = (field: FieldName) => hasLines(field) || taskFields[field].merge === 'criteria'

/** The criteria of both sides; undefined if it is not known what they began with, or if they are too many together. */
export function mergedCriteria({ base, current, wanted }: Values, side?: 'wanted' | 'current') {
  if (base === undefined) return undefined
  const lists = { base, current: current ?? [], wanted } as Record<'base' | 'current' | 'wanted', Criterion[]>
  const merged = mergeCriteria(lists, side)
  return isOverfull(merged) ? undefined : merged
}

function criteriaChoice(values: Values, side: 'wanted' | 'current'): Choice {
  const merged = mergedCriteria(values, side)
  if (!merged) return { value: values[side] ?? [] }
  const lines = merged.conflicts.flatMap((conflict) => (conflict[side] ? criterionLine(conflict[side]) : []))
  return { value: merged.criteria, lines }
}

/** The result for a field that conflicts, if a side wins. All other lines of both sides stand. Undefined if both values cannot be kept. */
export function choiceOf(field: FieldName, values: Values, side: Side): Choice | undefined {
  const texts = values as Texts
  if (side === 'both') {
    const both = bothTexts(field, texts)
    if (both === undefined) return undefined
    if (!hasLines(field)) return { value: both }
  }
  if (side !== 'both' && taskFields[field].merge === 'criteria') return criteriaChoice(values, side)
  if (!hasLines(field)) return { value: side === 'current' ? values.current : values.wanted }
  const sections = textSections(field, texts)
  const lines = sections.flatMap((section) => ('lines' in section ? [] : linesOfSide(section, side)))
  return { value: decidedText(sections, side), lines }
}

function inOneLine({ current, wanted }: Texts): string {
  if (current.includes(wanted)) return current
  return wanted.includes(current) ? wanted : `${current} / ${wanted}`
}
