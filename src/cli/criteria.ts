import { criterionCommandWords, criterionTextWords } from '../contract/criterion-check.ts'
import { type Criterion, cleanCriteria, doneWhenLimits } from '../contract/done-when.ts'
import { criterionIn } from '../contract/quick-add/criteria-in-line.ts'
import type { Options, Values } from './command.ts'
import { usageError } from './errors.ts'

const many = { type: 'string', multiple: true } as const
export const doneWhenOption = {
  'done-when': { ...many, value: 'TEXT', help: 'Add a criterion: a sentence, or "SENTENCE :: COMMAND" that shows it' },
} as const satisfies Options
/** The options that change the criteria of one task. Numbers are those of taskdeck show. */
export const criteriaOptions = {
  ...doneWhenOption,
  tick: { ...many, value: 'NUMBER', help: 'Tick a criterion, by its number in taskdeck show' },
  untick: { ...many, value: 'NUMBER', help: 'Take a tick back' },
  'remove-criterion': { ...many, value: 'NUMBER', help: 'Remove a criterion' },
} as const satisfies Options

type CriteriaValues = Values<typeof criteriaOptions>

/** The criteria that are typed as values of `--done-when`. Throws a usage error if one is not possible. */
export function typedCriteria(texts: readonly string[] = []): Criterion[] {
  const given = texts.map((text) => {
    const criterion = criterionIn(text)
    if (criterion) return criterion
    throw usageError(
      `--done-when “${text.slice(0, 40)}” is not possible.`,
      `A sentence must ${criterionTextWords}, and a command after “ :: ” must ${criterionCommandWords}.`,
    )
  })
  checkCount(given.length)
  return cleanCriteria(given)
}

/** Whether the options change criteria. */
export const changesCriteria = (values: CriteriaValues) =>
  Object.keys(criteriaOptions).some((name) => values[name as keyof CriteriaValues] !== undefined)

/** The criteria of a task after the change that the options say. Throws a usage error if a number names none. */
export function changedCriteria(known: readonly Criterion[], values: CriteriaValues): Criterion[] {
  const named = (option: 'tick' | 'untick' | 'remove-criterion') =>
    new Set((values[option] ?? []).map((text) => numbered(known, text, option).id))
  const [ticked, unticked, removed] = [named('tick'), named('untick'), named('remove-criterion')]
  const left = known
    .filter(({ id }) => !removed.has(id))
    .map((criterion) => ({
      ...criterion,
      isMet: ticked.has(criterion.id) || (criterion.isMet && !unticked.has(criterion.id)),
    }))
  const after = [...left, ...typedCriteria(values['done-when'])]
  checkCount(after.length)
  return after
}

function numbered(known: readonly Criterion[], text: string, option: string): Criterion {
  const criterion = /^\d{1,2}$/.test(text) ? known[Number(text) - 1] : undefined
  if (criterion) return criterion
  const numbers = known.length ? `Its criteria have the numbers 1 to ${known.length}.` : 'It has no criteria.'
  throw usageError(`--${option} ${text}: the task has no such criterion.`, numbers)
}

function checkCount(count: number): void {
  if (count > doneWhenLimits.criteria)
    throw usageError(`A task has at most ${doneWhenLimits.criteria} criteria, and these are ${count}.`)
}
