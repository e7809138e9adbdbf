import { existsSync, realpathSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { refused } from '../errors.ts'
import { type GitResult, runGit } from './run-git.ts'

/** The git repository of a folder, seen from one of its work trees. */
export interface Repository {
  /** The top folder of the work tree. */
  top: string
  /** The folder that all work trees share. */
  shared: string
  git: (args: string[], input?: string) => GitResult
  /** The output of a command; undefined if it fails. */
  read: (...args: string[]) => string | undefined
  /** A setting, such as `taskdeck.branch`. */
  setting: (name: string) => string | undefined
  /** The current branch; undefined if HEAD is detached. */
  branch: () => string | undefined
}

/** The repository of a folder; undefined if there is none, or git is not installed. */
export function openRepository(folder: string): Repository | undefined {
  const found = runGit(folder, ['rev-parse', '--path-format=absolute', '--show-toplevel', '--git-common-dir'])
  const [top, shared] = found.output.split('\n')
  if (!found.isDone || !top || !shared) return undefined
  const git: Repository['git'] = (args, input) => runGit(top, args, input)
  const read: Repository['read'] = (...args) => {
    const { isDone, output } = git(args)
    return isDone ? output : undefined
  }
  return {
    top,
    shared,
    git,
    read,
    setting: (name) => read('config', '--get', name) || undefined,
    branch: () => read('symbolic-ref', '--quiet', '--short', 'HEAD') || undefined,
  }
}

/** The repository of a folder. Throws if there is none. */
export function needRepository(folder: string): Repository {
  const repository = openRepository(folder)
  if (!repository) throw refused('This folder is not in a git repository with a work tree.', 'Change to one first.')
  return repository
}

/** The addresses under which the user commits, in lower case. */
export function ownEmails({ setting, read }: Repository): string[] {
  const more = read('config', '--get-all', 'taskdeck.email')?.split('\n') ?? []
  return [setting('user.email') ?? '', ...more].filter((email) => email !== '').map((email) => email.toLowerCase())
}

/** The branch whose commits complete tasks: the one that is set, that of the remote, or the usual names. */
export function mainBranch(repository: Repository): string | undefined {
  const { read, setting } = repository
  const hasBranch = (name: string) => read('show-ref', '--verify', '--hash', `refs/heads/${name}`) !== undefined
  const ofRemote = read('symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD')?.replace(/^origin\//, '')
  const named = [setting('taskdeck.mainbranch'), ofRemote, 'main', 'master', setting('init.defaultbranch')]
  return named.find((name) => name !== undefined && hasBranch(name))
}

/** The branch that will be the main one of a repository without it: the one that is set, or the current one if nothing was committed yet. */
export function expectedBranch({ read, setting, branch }: Repository): string {
  const isUnborn = read('rev-parse', '--quiet', '--verify', 'HEAD') === undefined
  return setting('taskdeck.mainbranch') ?? (isUnborn ? branch() : undefined) ?? setting('init.defaultbranch') ?? 'main'
}

/** The folder with the hooks of a repository, and whether a file in it is seen by others. */
export function hooksFolder({ top, shared, read, git }: Repository): { folder: string; isOthers: boolean } {
  const folder = resolve(top, read('rev-parse', '--git-path', 'hooks') ?? join(shared, 'hooks'))
  const isIn = (outer: string) => `${real(folder)}${sep}`.startsWith(`${real(outer)}${sep}`)
  if (isIn(shared)) return { folder, isOthers: false }
  // In the work tree, only files that git ignores, such as those of husky, are ours to change.
  const isIgnored = isIn(top) && git(['check-ignore', '--quiet', join(folder, 'commit-msg')]).isDone
  return { folder, isOthers: !isIgnored }
}

const real = (path: string) => (existsSync(path) ? realpathSync(path) : path)
