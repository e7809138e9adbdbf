import { refused } from '../errors.ts'
import { addHooks, hookNames, installedHooks, linesFor } from './hook-files.ts'
import { isWatching, startWatching } from './new-commits.ts'
import { hooksFolder, type Repository } from './repository.ts'

/** Adds the hooks, and returns their folder. Throws if the folder is not this repository's own. */
export function installHooks(repository: Repository, program: readonly string[]): string {
  const { folder, isOthers } = hooksFolder(repository)
  if (isOthers) {
    const lines = hookNames.map((name) => `  ${name}: ${linesFor(name)}`)
    throw refused(
      `The hooks of this repository are in ${folder}, which is shared with others. Nothing was installed.`,
      `Add these lines to its hooks yourself, then run taskdeck git sync once:\n${lines.join('\n')}`,
    )
  }
  addHooks(folder, program)
  startWatching(repository)
  return folder
}

/** Adds hooks again that another program has removed: husky writes its folder anew with every npm install. */
export function repairHooks(repository: Repository, program: () => string[]): void {
  if (!isWatching(repository)) return
  const { folder, isOthers } = hooksFolder(repository)
  if (!isOthers && installedHooks(folder).length < hookNames.length) installHooks(repository, program())
}
