import { newId } from './new-id.ts'

/** One sentence that says when a task is done. */
export interface Criterion {
  /** A UUID in lower case, made by the client, unique within its task. */
  id: string
  text: string
  /** The command that shows it. */
  command?: string
  /** Whether it was ticked by hand. */
  isMet: boolean
}

/** A criterion as callers may give it. Without an id, it is the one of the task with the same sentence, or a new one. */
export type GivenCriterion = Pick<Criterion, 'text'> & Partial<Criterion>

export const doneWhenLimits = {
  /** Criteria of a task. */
  criteria: 20,
  /** Characters of the sentence, and of the command. */
  text: 200,
  command: 1_000,
} as const

/** Criteria as they are stored, those without an id with a new one. */
export const cleanCriteria = (given: readonly GivenCriterion[]): Criterion[] =>
  given.map(({ id = newId(), text, command = '', isMet = false }) => ({
    id,
    text: text.trim(),
    ...(command.trim() ? { command: command.trim() } : {}),
    isMet,
  }))

/** Given criteria with the ids of those that the task has with the same sentences. If a tick is not given, it stays as it was. */
export function withKnownIds(given: readonly GivenCriterion[], known: readonly Criterion[]): GivenCriterion[] {
  const taken = new Set(given.flatMap(({ id }) => id ?? []))
  return given.map((criterion) => {
    const isSame = ({ id, text }: Criterion) =>
      criterion.id === undefined ? text === criterion.text.trim() && !taken.has(id) : id === criterion.id
    const former = known.find(isSame)
    if (!former) return criterion
    taken.add(former.id)
    return { isMet: former.isMet, ...criterion, id: former.id }
  })
}

/** A criterion on one line, with its tick and its command: `[x] Tests pass (npm test)`. */
export const criterionLine = ({ text, command, isMet }: Pick<Criterion, 'text' | 'command' | 'isMet'>) =>
  `[${isMet ? 'x' : ' '}] ${text}${command ? ` (${command})` : ''}`

/** The id that more than one of these criteria has. */
export function repeatedCriterion(criteria: readonly { id?: string }[]): string | undefined {
  const ids = criteria.flatMap(({ id }) => id ?? [])
  return ids.find((id, index) => ids.indexOf(id) !== index)
}

/** The criteria of the task after a repeating one: none of them is met. */
export const unmet = (criteria: readonly Criterion[]): Criterion[] =>
  criteria.map((criterion) => ({ ...criterion, isMet: false }))
