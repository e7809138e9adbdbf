import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { taskOfCurrentBranch } from './branch-name.ts'
import type { Repository } from './repository.ts'

/** Below this line, git shows the changes to the author. They are not part of the message. */
const scissors = /^. -+ >8 -+$/m
/** Commits that a later rebase joins with another one, whose message has the trailer already. */
const joined = /^(fixup|squash|amend)! /

/**
 * Adds the trailer `Task: #12` to a commit message on the branch of a task. An empty message stays empty, so that git gives up the commit,
 * and a message that names a task in such a trailer is left as it is.
 */
export function addTrailer(repository: Repository, path: string): void {
  const { git, read, top } = repository
  const number = taskOfCurrentBranch(repository)
  const merge = read('rev-parse', '--git-path', 'MERGE_HEAD')
  if (number === undefined || (merge && existsSync(resolve(top, merge)))) return
  const file = resolve(top, path)
  const written = readFileSync(file, 'utf8').split(scissors, 1)[0] ?? ''
  const message = git(['stripspace', '--strip-comments'], written).output
  if (!message.trim() || joined.test(message)) return
  const trailer = ['--if-exists', 'doNothing', '--trailer', `Task: #${number}`]
  git(['interpret-trailers', '--in-place', '--no-divider', ...trailer, file])
}
