import { bothOf, type MergedSection, mergeSections } from './merge-lines.ts'
import { isLonger } from './text-length.ts'

/** The side whose value wins a conflict: that of the change, or that of the task as it is now. Of texts, both can be kept. */
export const sides = ['wanted', 'current', 'both'] as const
export type Side = (typeof sides)[number]

export interface Texts {
  /** Undefined if it is no longer known. */
  base: string | undefined
  current: string
  wanted: string
}

/**
 * The sections of a text that two sides have changed; `one` is the wanted side. The whole text is one conflict if nothing is known to compare
 * with, if the change sets the text of its base again, or if the merged text would be too long.
 */
export function textSections({ base, current, wanted }: Texts, maxLength = Number.POSITIVE_INFINITY): MergedSection[] {
  const whole = [{ one: wanted.split('\n'), other: current.split('\n') }]
  // A change that sets the text of its base takes back something that the caller has seen since: not the same as no change.
  if (base === undefined || base === wanted) return whole
  const sections = mergeSections(base, wanted, current)
  const isTooLong = (['wanted', 'current'] as const).some((side) => isLonger(decidedText(sections, side), maxLength))
  return isTooLong ? whole : sections
}

/** The text in which one side wins every conflict, or both are kept. The other changes of both sides stand. */
export const decidedText = (sections: MergedSection[], side: Side): string =>
  sections.flatMap((section) => ('lines' in section ? section.lines : linesOfSide(section, side))).join('\n')

/** The lines of one side, or of both, in all conflicts. */
export const conflictingLines = (sections: MergedSection[], side: Side): string[] =>
  sections.flatMap((section) => ('lines' in section ? [] : linesOfSide(section, side)))

/** The lines of one side in a conflict, or of both: then those of the current text come first. */
function linesOfSide({ one, other }: Exclude<MergedSection, { lines: string[] }>, side: Side): string[] {
  if (side === 'both') return bothOf(one, other)
  return side === 'wanted' ? one : other
}
