import type { Context } from '../command.ts'
import { refused } from '../errors.ts'
import { originOf } from '../server-choice.ts'
import type { Repository } from './repository.ts'

/** The numbers in a repository are those of one server, whose address is a setting of the repository. */
const key = 'taskdeck.server'

/** The address of the server that a repository is bound to; undefined if it is bound to none. */
export function boundServer({ setting }: Pick<Repository, 'setting'>): string | undefined {
  const address = setting(key)
  return address === undefined ? undefined : originOf(address)
}

export function bindServer({ git }: Repository, url: string): void {
  const { isDone, problem } = git(['config', '--local', key, url])
  if (!isDone) throw refused(`This repository cannot be bound to ${url}: ${problem}`)
}

export function unbindServer({ git }: Repository): void {
  git(['config', '--local', '--unset-all', key])
}

/**
 * The server that the commits of a repository are reported to. One that is bound to none is bound now if there is no doubt which server is
 * meant: the numbers would complete the tasks of another one. Throws a CliError otherwise.
 */
export function clientOf(context: Context, repository: Repository) {
  const bound = boundServer(repository)
  if (bound !== undefined) context.bindTo(bound)
  else if (!context.isServerChosen && Object.keys(context.config.read().servers).length > 1)
    throw refused(
      'This repository is bound to no server, and you have signed in to several.',
      'Report and bind it with: taskdeck git sync --server NAME',
    )
  const client = context.client()
  if (bound === undefined) bindServer(repository, client.server.url)
  return client
}

/** Throws if a command uses another server than the one that the repository is bound to. */
export function checkBinding(repository: Repository, url: string): void {
  const bound = boundServer(repository)
  if (bound !== undefined && bound !== url)
    throw refused(
      `This repository is bound to ${bound}, and this command uses ${url}.`,
      'Give the name of the bound server with --server, or --no-branch to leave the repository alone. taskdeck git install --server NAME binds it to another one.',
    )
}
