import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { closedTasks, type GitEffect, gitLimits, taskTrailers } from '../../contract/git.ts'
import { replaceFile } from './replace-file.ts'
import { expectedBranch, mainBranch, ownEmails, type Repository } from './repository.ts'

/** A commit that names tasks. */
export interface NamingCommit {
  hash: string
  title: string
  tasks: { number: number; effect: GitEffect }[]
}

/** A commit that names tasks and was written under an email that is not the user's. */
export interface OthersCommit extends NamingCommit {
  email: string
}

/** The commits of the main branch since the last look, oldest first. */
export interface NewCommits {
  branch: string
  /** The newest commit of the branch. */
  tip: string
  /** Those of the user. */
  naming: NamingCommit[]
  /** Those of others, which are not reported. */
  others: OthersCommit[]
  /** Records that everything up to a commit was reported. */
  markSeen: (hash: string) => void
}

/** More than a pull after a long holiday. */
const maxCommits = 1_000
/** Looked at if the last seen commit no longer exists. The server knows those that it has seen before. */
const maxCommitsAgain = 100
/** In place of the last seen commit, while there is none. */
const noCommit = '0'.repeat(40)

/** The folder for the state of Taskdeck in a repository, shared by its work trees. */
export const stateFolder = ({ shared }: Pick<Repository, 'shared'>) => join(shared, 'taskdeck')

/**
 * Finds the commits that have reached the main branch since the last look, by whichever way: a commit, a merge, a squash, a rebase or a pull.
 * Those of others are apart, because their numbers are those of their own tasks. Undefined without a main branch. All commits of a branch that
 * was not there before are left out.
 */
export function newCommits(repository: Repository): NewCommits | undefined {
  const branch = watchedBranch(repository)
  const ref = `refs/heads/${branch}`
  const tip = branch && repository.read('rev-parse', '--quiet', '--verify', ref)
  if (!branch || !tip) return undefined
  const seen = readSeen(repository)
  const isNew = seen === undefined || seen.ref !== ref
  const commits = isNew || seen.hash === tip ? [] : namingCommits(repository, seen.hash, tip)
  const own = ownEmails(repository)
  return {
    branch,
    tip,
    naming: commits.filter(({ email }) => own.includes(email)).map(({ email: _own, ...commit }) => commit),
    others: commits.filter(({ email }) => !own.includes(email)),
    markSeen(hash) {
      // The hooks may have been uninstalled meanwhile, which must leave no trace.
      if (isWatching(repository)) replaceFile(reportedFile(repository), `${hash} ${ref}\n`)
    },
  }
}

/** The last commit that was reported, and its branch. The hooks read this file too. */
const reportedFile = (repository: Repository) => join(stateFolder(repository), 'reported')

export const isWatching = (repository: Repository) => existsSync(stateFolder(repository))

/**
 * The branch whose commits complete tasks. A new repository has no branch yet: the one that was expected when the hooks were installed counts
 * once it exists, whatever its name.
 */
export const watchedBranch = (repository: Repository): string | undefined =>
  mainBranch(repository) ?? readSeen(repository)?.ref.replace(/^refs\/heads\//, '')

/**
 * Begins to look at the main branch, unless it is looked at already: older commits have had their time. If there is no such branch yet,
 * everything that will be on it and is not in the current commit is new.
 */
export function startWatching(repository: Repository): void {
  mkdirSync(stateFolder(repository), { recursive: true })
  const main = mainBranch(repository)
  const ref = `refs/heads/${main ?? expectedBranch(repository)}`
  if (readSeen(repository)?.ref === ref) return
  const seen = repository.read('rev-parse', '--quiet', '--verify', main ? ref : 'HEAD') || noCommit
  replaceFile(reportedFile(repository), `${seen} ${ref}\n`)
}

function readSeen(repository: Repository): { hash: string; ref: string } | undefined {
  try {
    const [hash = '', ref = ''] = readFileSync(reportedFile(repository), 'utf8').trim().split(' ')
    return { hash, ref }
  } catch {
    return undefined
  }
}

function namingCommits({ git, read }: Repository, seen: string, tip: string): OthersCommit[] {
  const isThere = /^[0-9a-f]+$/.test(seen) && read('cat-file', '-e', `${seen}^{commit}`) !== undefined
  const all = [`--max-count=${seen === noCommit ? maxCommits : maxCommitsAgain}`, tip]
  const range = isThere ? [`--max-count=${maxCommits}`, `${seen}..${tip}`] : all
  const { isDone, output } = git(['log', '-z', '--no-show-signature', '--format=%H%n%aE%n%B', ...range, '--'])
  if (!isDone || !output) return []
  return output
    .split('\0')
    .toReversed()
    .flatMap((entry) => {
      const [hash = '', email = '', ...lines] = entry.split('\n')
      const tasks = tasksIn(lines.join('\n'))
      const title = [...(lines[0] ?? '')].slice(0, gitLimits.title).join('')
      return tasks.length ? { hash, title, tasks, email: email.toLowerCase() } : []
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
