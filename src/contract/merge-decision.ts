import { criterionLine } from './done-when.ts'
import { mergedCriteria } from './merge-criteria.ts'
import { conflictingLines, decidedText, type Side, type Texts, textSections } from './merge-text.ts'
import { type FieldName, type TaskField, taskFields } from './task-fields.ts'
import { isLonger } from './text-length.ts'

/** Whether both sides of a field can be kept outside the lines that conflict. */
const hasLines = (field: FieldName) => taskFields[field].merge === 'lines'

/** A text with the words of both sides; undefined if the field has no text, or if both are too long together. */
function bothTexts(field: FieldName, texts: Texts): string | undefined {
  const { kind, maxLength }: TaskField = taskFields[field]
  if (kind !== 'text') return undefined
  const text = hasLines(field) ? decidedText(textSections(texts, maxLength), 'both') : inOneLine(texts)
  return isLonger(text, maxLength ?? Number.POSITIVE_INFINITY) ? undefined : text
}

/** The values of a field on both sides of a conflict, and the one that both began with. */
interface Values {
  base: unknown
  current: unknown
  wanted: unknown
}

/** The value of a field if a side wins. For descriptions and criteria, also the lines of that side that conflict. */
export interface Choice {
  value: unknown
  lines?: string[]
}

/** Whether everything of a field that does not conflict is kept of both sides. */
export const isMergedPiecewise = (field: FieldName) => hasLines(field) || taskFields[field].merge === 'criteria'

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
  const { maxLength }: TaskField = taskFields[field]
  const sections = textSections(texts, maxLength)
  return { value: decidedText(sections, side), lines: conflictingLines(sections, side) }
}

function inOneLine({ current, wanted }: Texts): string {
  if (current.includes(wanted)) return current
  return wanted.includes(current) ? wanted : `${current} / ${wanted}`
}
