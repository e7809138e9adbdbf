import {
  type Criterion,
  cleanCriteria,
  doneWhenLimits,
  type GivenCriterion,
  isCriterionCommand,
  isCriterionText,
} from '../done-when.ts'
import type { Found } from './pieces.ts'

/** Criteria go to the end of the line: `done when: tests pass :: npm test; docs say so`. */
const mark = /(?<=^|\s)done\s+when:\s*(?=\S)/iu
const between = /;\s+|;$/

/** Whether a line of a pasted text has criteria of the task before it. */
export const hasCriteriaOnly = (text: string) => text.search(mark) === 0

/** A text with the criteria of the line below it. */
export const withCriteria = (text: string, below: string) =>
  mark.test(text) ? `${text}; ${below.replace(mark, '')}` : `${text} ${below}`

/** A criterion as it is typed: the sentence, and after two colons the command. Undefined if it is not possible. */
export function criterionIn(typed: string): GivenCriterion | undefined {
  const [, text = typed, command] = /^(.*?)\s+::\s+(.*)$/.exec(typed) ?? []
  if (!isCriterionText(text) || (command !== undefined && !isCriterionCommand(command))) return undefined
  return { text: text.trim(), ...(command ? { command: command.trim() } : {}) }
}

/** The criteria at the end of a line. Words in quotes are made unreadable in `readable`. Criteria that are not possible stay in the title. */
export function criteriaIn(line: string, readable: string, plain: ReadonlySet<string>): Found[] {
  const found = mark.exec(readable)
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
