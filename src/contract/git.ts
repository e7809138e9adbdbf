import { isDenied } from './negation.ts'
import { spokenText } from './spoken-text.ts'

/** The things in a repository that a task can name. A pull request and a merge request are both a `change`. */
export const referenceKinds = ['commit', 'branch', 'change'] as const
export type ReferenceKind = (typeof referenceKinds)[number]

/** The effect of a reference on its task. Each includes those before it. */
export const gitEffects = ['links', 'starts', 'completes'] as const
export type GitEffect = (typeof gitEffects)[number]

export const gitLimits = { title: 200, name: 250, url: 2_000, referencesPerTask: 200, tasksInText: 50 } as const

const closing = /\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?)\b:? +#/gi
const numberAt = /(\d{1,9})\b/y
/** Between the numbers of a list: `#1, #2 and #3`. */
const nextAt = /(?:, ?and|,| and| &) ?#/y
const trailer = /^Task: *#(\d{1,9}) *$/gim

/** Joins a verb to one that is denied: `does not close #1 or fix #2`. */
const alternative = /^,? or $/

/**
 * The numbers of the tasks that a commit message or a description closes: `fixes #12`, `Closes: #3, #4 and #5`. The one rule for commits and
 * change requests: quoted text and code close nothing, and neither does a verb that is denied.
 */
export function closedTasks(text: string): number[] {
  const said = spokenText(text)
  const numbers = new Set<number>()
  let [isLastDenied, lastEnd] = [false, 0]
  for (const match of said.matchAll(closing)) {
    const isAlternative = isLastDenied && alternative.test(said.slice(lastEnd, Math.min(match.index, lastEnd + 10)))
    const isClosing = !isAlternative && !isDenied(said, match.index)
    const listed = listAt(said, match.index + match[0].length)
    if (isClosing) for (const number of listed.numbers) numbers.add(number)
    isLastDenied = !isClosing
    lastEnd = listed.end
    if (numbers.size >= gitLimits.tasksInText) break
  }
  return [...numbers].slice(0, gitLimits.tasksInText)
}

/** The numbers of a list that begins at a place in a text, and its end. */
function listAt(said: string, start: number): { numbers: number[]; end: number } {
  const numbers: number[] = []
  let [at, end] = [start, start]
  while (numbers.length < gitLimits.tasksInText) {
    numberAt.lastIndex = at
    const number = numberAt.exec(said)
    if (!number) break
    numbers.push(Number(number[1]))
    end = numberAt.lastIndex
    nextAt.lastIndex = end
    if (!nextAt.test(said)) break
    at = nextAt.lastIndex
  }
  return { numbers, end }
}

/** The numbers in the trailers of a commit message: `Task: #12`. */
export function taskTrailers(message: string): number[] {
  const numbers = [...spokenText(message).matchAll(trailer)].map(([, number]) => Number(number))
  return [...new Set(numbers)].slice(0, gitLimits.tasksInText)
}

/** The number of the task that a branch is named after: 12 for `12-fix-login` and `ana/12-fix-login`. */
export function taskOfBranch(branch: string): number | undefined {
  const number = /^(?:.*\/)?(\d{1,9})[-_](?=.*\p{L})[^/]*$/u.exec(branch.slice(0, gitLimits.name))?.[1]
  return number ? Number(number) : undefined
}

/** The number of the task that the title of a change request begins with: 12 for `#12 Fix login`, `[#12] Fix login` and `12-fix-login`. */
export function taskOfTitle(title: string): number | undefined {
  const number = /^\[?#(\d{1,9})\b/.exec(title.trimStart())?.[1]
  return number ? Number(number) : /\s/.test(title.trim()) ? undefined : taskOfBranch(title.trim())
}
