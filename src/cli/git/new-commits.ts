import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { closedTasks, type GitEffect, gitLimits, taskTrailers } from '../../contract/git.ts'
import { mainBranch, type Repository } from './repository.ts'

/** A commit of the user that names tasks. */
export interface NamingCommit {
  hash: string
  title: string
  tasks: { number: number; effect: GitEffect }[]
}

/** The commits of the main branch since the last look, oldest first. */
export interface NewCommits {
  branch: string
  /** The newest commit of the branch. */
  tip: string
  naming: NamingCommit[]
  /** Records that everything up to a commit was reported. */
  markSeen: (hash: string) => void
}

/** More than a pull after a long holiday. */
const maxCommits = 1_000
/** Looked at if the last seen commit no longer exists. The server knows those that it has seen before. */
const maxCommitsAgain = 100

/** The folder for the state of Taskdeck in a repository, shared by its work trees. */
export const stateFolder = ({ shared }: Pick<Repository, 'shared'>) => join(shared, 'taskdeck')

/**
 * Finds the commits that have reached the main branch since the last look, by whichever way: a commit, a merge, a squash, a rebase or a pull.
 * Only those that the user has written: the numbers of others are those of their own tasks. Undefined without a main branch. All commits of a
 * branch that was not there before are left out.
 */
export function newCommits(repository: Repository): NewCommits | undefined {
  const branch = mainBranch(repository)
  const ref = `refs/heads/${branch}`
  const tip = branch && repository.read('rev-parse', '--verify', ref)
  if (!branch || !tip) return undefined
  const seen = readSeen(repository)
  const isNew = seen === undefined || seen.ref !== ref
  return {
    branch,
    tip,
    naming: isNew || seen.hash === tip ? [] : namingCommits(repository, seen.hash, tip),
    markSeen(hash) {
      // The hooks may have been uninstalled meanwhile, which must leave no trace.
      if (isWatching(repository)) replaceFile(reportedFile(repository), `${hash} ${ref}\n`)
    },
  }
}

/** The last commit that was reported, and its branch. The hooks read this file too. */
const reportedFile = (repository: Repository) => join(stateFolder(repository), 'reported')

export const isWatching = (repository: Repository) => existsSync(stateFolder(repository))

/** Begins to look at the main branch, unless it is looked at already: older commits have had their time. */
export function startWatching(repository: Repository): void {
  mkdirSync(stateFolder(repository), { recursive: true })
  const found = newCommits(repository)
  if (found && readSeen(repository)?.ref !== `refs/heads/${found.branch}`) found.markSeen(found.tip)
}

/** In one step, because several hooks may run at once. */
function replaceFile(file: string, text: string): void {
  const temporary = `${file}.${process.pid}`
  writeFileSync(temporary, text)
  renameSync(temporary, file)
}

function readSeen(repository: Repository): { hash: string; ref: string } | undefined {
  try {
    const [hash = '', ref = ''] = readFileSync(reportedFile(repository), 'utf8').trim().split(' ')
    return { hash, ref }
  } catch {
    return undefined
  }
}

function namingCommits({ git, read, setting }: Repository, seen: string, tip: string): NamingCommit[] {
  const isThere = /^[0-9a-f]+$/.test(seen) && read('cat-file', '-e', `${seen}^{commit}`) !== undefined
  const range = isThere ? [`--max-count=${maxCommits}`, `${seen}..${tip}`] : [`--max-count=${maxCommitsAgain}`, tip]
  const { isDone, output } = git(['log', '-z', '--no-show-signature', '--format=%H%n%aE%n%B', ...range, '--'])
  if (!isDone || !output) return []
  const own = setting('user.email')?.toLowerCase()
  return output
    .split('\0')
    .toReversed()
    .flatMap((entry) => {
      const [hash = '', email = '', ...lines] = entry.split('\n')
      const tasks = email.toLowerCase() === own ? tasksIn(lines.join('\n')) : []
      return tasks.length ? { hash, title: [...(lines[0] ?? '')].slice(0, gitLimits.title).join(''), tasks } : []
    })
}

function tasksIn(message: string): NamingCommit['tasks'] {
  const closed = closedTasks(message)
  const linked = taskTrailers(message).filter((number) => !closed.includes(number))
  return [
    ...closed.map((number) => ({ number, effect: 'completes' as const })),
    ...linked.map((number) => ({ number, effect: 'links' as const })),
  ]
}
