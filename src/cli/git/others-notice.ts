import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isWatching, type OthersCommit, stateFolder } from './new-commits.ts'
import { replaceFile } from './replace-file.ts'
import { ownEmails, type Repository } from './repository.ts'

/** A commit of another author, in words. */
export const othersInWords = ({ hash, email, tasks }: OthersCommit): string =>
  `${hash.slice(0, 7)} Not counted for ${tasks.map(({ number }) => `#${number}`).join(', ')}: written by ${email}.`

/** What to do if the other author is the user. */
export const howToAdd = 'If that is you: git config --add taskdeck.email EMAIL'

/**
 * The addresses whose commits were not counted, one in each line, with a mark once the user has been told. The hooks that look at the main
 * branch run in the background, where nobody reads their output; the hook of the next commit tells it.
 */
const fileOf = (repository: Repository) => join(stateFolder(repository), 'other-authors')
const told = 'told'

function readAddresses(repository: Repository): Map<string, string> {
  const file = fileOf(repository)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  return new Map(lines.map((line) => line.split(' ') as [string, string]))
}

function writeAddresses(repository: Repository, addresses: Map<string, string>): void {
  // The hooks may have been uninstalled meanwhile, which must leave no trace.
  if (!isWatching(repository)) return
  replaceFile(fileOf(repository), [...addresses].map((line) => `${line.join(' ')}\n`).join(''))
}

/** Remembers the authors of commits that were not counted: their addresses, each with the first of its commits. */
export function rememberOthers(repository: Repository, others: OthersCommit[]): void {
  const addresses = readAddresses(repository)
  const isNew = ({ email }: OthersCommit) => /^\S+$/.test(email) && !addresses.has(email)
  const news = others.filter(isNew)
  if (!news.length) return
  for (const commit of news) addresses.set(commit.email, commit.hash)
  writeAddresses(repository, addresses)
}

/** Says once for each address that its commits are not counted. Undefined if there is nothing new. */
export function noticeOfOthers(repository: Repository): string | undefined {
  const addresses = readAddresses(repository)
  const own = ownEmails(repository)
  const news = [...addresses].filter(([email, state]) => state !== told && !own.includes(email))
  if (!news.length) return undefined
  for (const [email] of news) addresses.set(email, told)
  writeAddresses(repository, addresses)
  const list = new Intl.ListFormat('en').format(news.map(([email]) => email))
  return `taskdeck: commits by ${list} name tasks and were not counted, because your email here is ${own.join(' or ') || 'not set'}. ${howToAdd}`
}
