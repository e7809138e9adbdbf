import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
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
 * Only those that the user has written: the numbers of others are those of their own tasks. Undefined without a main branch.
 */
export function newCommits(repository: Repository): NewCommits | undefined {
  const branch = mainBranch(repository)
  const tip = branch && repository.read('rev-parse', '--verify', `refs/heads/${branch}`)
  if (!branch || !tip) return undefined
  const folder = stateFolder(repository)
  const file = join(folder, 'reported')
  const markSeen = (hash: string) => {
    mkdirSync(folder, { recursive: true })
    const temporary = `${file}.${process.pid}`
    writeFileSync(temporary, `${hash}\n`)
    renameSync(temporary, file)
  }
  const seen = readSeen(file)
  if (seen === undefined) markSeen(tip)
  const naming = seen === undefined || seen === tip ? [] : namingCommits(repository, seen, tip)
  return { branch, tip, naming, markSeen }
}

function readSeen(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
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
