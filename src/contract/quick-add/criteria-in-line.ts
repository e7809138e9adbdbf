import { isCriterionCommand, isCriterionText } from '../criterion-check.ts'
import { type Criterion, cleanCriteria, doneWhenLimits, type GivenCriterion } from '../done-when.ts'
import { criteriaMark, hasCriteriaOnly } from './criteria-mark.ts'
import type { Found } from './pieces.ts'

const between = /;\s+|;$/

/** A criterion as it is typed: the sentence, and after two colons the command. Undefined if it is not possible. */
export function criterionIn(typed: string): GivenCriterion | undefined {
  const [, text = typed, command] = /^(.*?)\s+::\s+(.*)$/.exec(typed) ?? []
  if (!isCriterionText(text) || (command !== undefined && !isCriterionCommand(command))) return undefined
  return { text: text.trim(), ...(command ? { command: command.trim() } : {}) }
}

/** The criteria at the end of a line. Words in quotes are made unreadable in `readable`. Criteria that are not possible stay in the title. */
export function criteriaIn(line: string, readable: string, plain: ReadonlySet<string>): Found[] {
  const found = criteriaMark.exec(readable)
  if (!found) return []
  const [from, to] = [found.index, line.trimEnd().length]
  const text = line.slice(from, to)
  if ([...plain].some((word) => text.startsWith(word) && hasCriteriaOnly(word))) return []
  const typed = line
    .slice(from + found[0].length, to)
    .split(between)
    .filter((one) => one.trim())
  const criteria = typed.flatMap((one) => criterionIn(one) ?? [])
  if (criteria.length !== typed.length || !criteria.length || criteria.length > doneWhenLimits.criteria) return []
  return [{ piece: { kind: 'criteria', criteria, text, start: from, end: to }, from, to }]
}

/** The criteria of a new task, with their ids. */
export const criteriaOf = (criteria: readonly GivenCriterion[]): { doneWhen?: Criterion[] } =>
  criteria.length ? { doneWhen: cleanCriteria(criteria) } : {}
