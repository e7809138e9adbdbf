import { taskOfBranch } from '../../contract/git.ts'
import { usageError } from '../errors.ts'
import type { Repository } from './repository.ts'

const usualTemplate = '{number}-{slug}'
const maxSlugLength = 50

/** The title of a task as a part of a branch name: `fix-login-timeout`. */
export function slugOf(title: string): string {
  const words =
    title
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  let slug = ''
  for (const word of words) {
    const longer = slug ? `${slug}-${word}` : word
    if (longer.length > maxSlugLength) break
    slug = longer
  }
  return slug || words[0]?.slice(0, maxSlugLength) || 'task'
}

/** The template of branch names. Throws a usage error if it cannot be read back. */
export function templateOf({ setting }: Pick<Repository, 'setting'>): string {
  const template = setting('taskdeck.branch') ?? usualTemplate
  if (!template.includes('{number}'))
    throw usageError(
      `The template of branch names, “${template}”, does not contain {number}.`,
      `Set another: git config taskdeck.branch '${usualTemplate}'`,
    )
  return template
}

export const branchOf = (template: string, { number, title }: { number: number; title: string }) =>
  template.replaceAll('{number}', String(number)).replaceAll('{slug}', slugOf(title))

/** The number in a branch name that was made from a template, or that begins with the number of a task. */
export function numberIn(branch: string, template: string): number | undefined {
  const pattern = template
    .split(/(\{number\}|\{slug\})/)
    .map(
      (piece) => ({ '{number}': '(\\d{1,9})', '{slug}': '.+' })[piece] ?? piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
    )
  const number = new RegExp(`^${pattern.join('')}$`).exec(branch)?.[1]
  return number ? Number(number) : taskOfBranch(branch)
}

/** The number of the task that the current branch is named after. */
export function taskOfCurrentBranch(repository: Repository | undefined): number | undefined {
  const branch = repository?.branch()
  return repository && branch ? numberIn(branch, templateOf(repository)) : undefined
}
