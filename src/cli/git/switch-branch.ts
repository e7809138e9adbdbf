import { branchOf, numberIn, templateOf } from './branch-name.ts'
import type { Repository } from './repository.ts'

/** The branch of a task after `taskdeck start`, and why it is not checked out if it is not. */
export interface SwitchedBranch {
  name: string
  did: 'created' | 'switched' | 'stayed' | 'kept'
  /** The reason, if the branch was kept as it was. */
  reason: string | null
}

/**
 * Switches to the branch of a task, which is created from the current commit if there is none. A work tree with uncommitted changes is left
 * as it is, and so is one in which git cannot switch.
 */
export function switchToTask(repository: Repository, task: { number: number; title: string }): SwitchedBranch {
  const template = templateOf(repository)
  const branch = branchNameFor(repository, template, task)
  const current = repository.branch()
  if (current === branch.name) return { name: branch.name, did: 'stayed', reason: null }
  const kept = (reason: string): SwitchedBranch => ({ name: branch.name, did: 'kept', reason })
  const { isDone, output, problem } = repository.git(['status', '--porcelain', '--untracked-files=no'])
  if (!isDone) return kept(problem)
  if (output) return kept('there are uncommitted changes')
  const switched = repository.git(['switch', '--quiet', ...(branch.exists ? [] : ['--create']), branch.name])
  if (!switched.isDone) return kept(switched.problem.split('\n')[0] ?? 'git cannot switch')
  return { name: branch.name, did: branch.exists ? 'switched' : 'created', reason: null }
}

/** The branch that a task has already, or the name of a new one. The task may have had another title. */
function branchNameFor({ read }: Repository, template: string, task: { number: number; title: string }) {
  const name = branchOf(template, task)
  const branches = read('for-each-ref', '--format=%(refname:short)', 'refs/heads')?.split('\n') ?? []
  if (branches.includes(name)) return { name, exists: true }
  const known = branches.find((branch) => numberIn(branch, template) === task.number)
  return { name: known ?? name, exists: known !== undefined }
}

/** What happened to the branch, as the second line after `Started #12 …`. */
export function branchInWords({ name, did, reason }: SwitchedBranch): string {
  if (did === 'created') return `Switched to the new branch ${name}`
  if (did === 'switched') return `Switched to the branch ${name}`
  if (did === 'stayed') return `Already on the branch ${name}`
  return `Not switched to the branch ${name}: ${reason}. Nothing in the work tree was changed.`
}
