import { callsOf } from './endpoint.ts'
import type { gitSchemas } from './schemas/git.ts'

/** The things in a repository that a task can name. A pull request and a merge request are both a `change`. */
export const referenceKinds = ['commit', 'branch', 'change'] as const
export type ReferenceKind = (typeof referenceKinds)[number]

/** The effect of a reference on its task. Each includes those before it. */
export const gitEffects = ['links', 'starts', 'completes'] as const
export type GitEffect = (typeof gitEffects)[number]

export const gitLimits = { title: 200, name: 250, url: 2_000, referencesPerTask: 200, tasksInText: 50 } as const

export const gitCalls = callsOf<typeof gitSchemas>()({
  ofTask: { method: 'GET', path: '/tasks/task/:id/git', access: 'read' },
  report: { method: 'POST', path: '/tasks/task/:id/git', access: 'write' },
})

const closing = /\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?)\b:? +#/gi
const numberAt = /(\d{1,9})\b/y
/** Between the numbers of a list: `#1, #2 and #3`. */
const nextAt = /(?:, ?and|,| and| &) ?#/y
const trailer = /^Task: *#(\d{1,9}) *$/gim

/** Longer texts are read up to here. */
const maxTextLength = 65_536

/** The numbers of the tasks that a commit message or a description closes: `fixes #12`, `Closes: #3, #4 and #5`. */
export function closedTasks(text: string): number[] {
  const said = spoken(text)
  const numbers = new Set<number>()
  for (const match of said.matchAll(closing)) {
    for (let at = match.index + match[0].length; numbers.size < gitLimits.tasksInText; ) {
      numberAt.lastIndex = at
      const number = numberAt.exec(said)
      if (!number) break
      numbers.add(Number(number[1]))
      nextAt.lastIndex = numberAt.lastIndex
      if (!nextAt.test(said)) break
      at = nextAt.lastIndex
    }
  }
  return [...numbers]
}

/** The numbers in the trailers of a commit message: `Task: #12`. */
export function taskTrailers(message: string): number[] {
  const numbers = [...message.slice(0, maxTextLength).matchAll(trailer)].map(([, number]) => Number(number))
  return [...new Set(numbers)].slice(0, gitLimits.tasksInText)
}

/** Without what is quoted and not said: code, comments of a template, and the subject of a commit that is reverted. */
function spoken(text: string): string {
  return text
    .slice(0, maxTextLength)
    .replace(/<!--(?:(?!-->)[\s\S])*(?:-->|$)/g, ' ')
    .replace(/^(```|~~~)[\s\S]*?(?:^\1|(?![\s\S]))/gm, ' ')
    .replace(/`[^`\n]*`/g, ' ')
    .replace(/^Revert ".*$/gm, ' ')
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
