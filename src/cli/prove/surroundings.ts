import { hostname } from 'node:os'
import { basename } from 'node:path'
import { plainName, withoutHidden } from '../../contract/plain-names.ts'
import { receiptLimits } from '../../contract/receipts.ts'
import type { NewReceipt } from '../../contract/schemas/receipts.ts'
import { remotePage } from '../git/remote.ts'
import { openRepository } from '../git/repository.ts'
import { shellWord } from '../shell-word.ts'

const name = (text: string) => plainName(text, receiptLimits.name)

/** The machine, and the state of the repository of a folder: without a repository, nothing is said about it. */
export function surroundingsOf(
  folder: string,
): Pick<NewReceipt, 'machine' | 'repository' | 'branch' | 'commit' | 'ancestors' | 'isClean'> {
  const machine = name(hostname())
  const repository = openRepository(folder)
  if (!repository) return { machine }
  const { top, read, branch } = repository
  const commit = read('rev-parse', '--quiet', '--verify', 'HEAD')
  const before = commit && read('rev-list', `--max-count=${receiptLimits.ancestors}`, '--skip=1', commit)
  const current = branch()
  const changes = read('status', '--porcelain')
  return {
    machine,
    repository: name(remotePage(repository)?.name ?? basename(top)),
    ...(current ? { branch: name(current) } : {}),
    ...(commit ? { commit } : {}),
    ...(before ? { ancestors: before.split('\n') } : {}),
    ...(changes === undefined ? {} : { isClean: changes === '' }),
  }
}

/** The words of a command as people see it: one line, without characters that nobody sees. */
export const commandText = (words: string[]) =>
  plainName(withoutHidden(words.map(shellWord).join(' '), ' '), receiptLimits.command)
