import { typedName } from '../contract/task-lists/filter-keys.ts'
import { usageError } from './errors.ts'

/** The names of values, for completion and help. */
export const typedNames = (values: readonly string[]) => values.map(typedName)

/** The value that a text names, also by its beginning, if only one begins with it. Throws a usage error that lists all. */
export function choiceOf<T extends string>(text: string, values: readonly T[], option: string): T {
  const typed = typedName(text.trim())
  const exact = values.find((value) => typedName(value) === typed)
  if (exact !== undefined) return exact
  const [first, ...more] = values.filter((value) => typedName(value).startsWith(typed))
  if (typed && first !== undefined && !more.length) return first
  throw usageError(`${option} cannot be “${text}”.`, `Use one of: ${typedNames(values).join(', ')}.`)
}

/** The values of an option that may be given several times, or with commas. */
export const choicesOf = <T extends string>(
  texts: readonly string[] | undefined,
  values: readonly T[],
  option: string,
) => texts?.flatMap((text) => text.split(',')).map((text) => choiceOf(text, values, option)) ?? []
