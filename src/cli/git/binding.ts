import type { Context } from '../command.ts'
import { refused } from '../errors.ts'
import { type Binding, inWords, isBoundTo, originOf } from '../server-choice.ts'
import type { Repository } from './repository.ts'

/**
 * The numbers in a repository are those of one account at one server. Its address and its name here are settings of the repository.
 */
const [addressKey, nameKey] = ['taskdeck.server', 'taskdeck.serverName']

/** The server that a repository is bound to; undefined if it is bound to none. */
export function boundServer({ setting }: Pick<Repository, 'setting'>): Binding | undefined {
  const address = setting(addressKey)
  return address === undefined ? undefined : { url: originOf(address), name: setting(nameKey) }
}

export function bindServer(repository: Repository, { url, name }: Binding): void {
  unbindServer(repository)
  for (const [key, value] of [
    [nameKey, name],
    [addressKey, url],
  ] as const) {
    if (value === undefined) continue
    const { isDone, problem } = repository.git(['config', '--local', key, value])
    if (!isDone) throw refused(`This repository cannot be bound to ${url}: ${problem}`)
  }
}

export function unbindServer({ git }: Repository): void {
  for (const key of [addressKey, nameKey]) git(['config', '--local', '--unset-all', key])
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
  if (bound === undefined) bindServer(repository, client.server)
  return client
}

/** Throws if a command uses another server than the one that the repository is bound to. */
export function checkBinding(repository: Repository, server: Binding): void {
  const bound = boundServer(repository)
  if (bound !== undefined && !isBoundTo(bound, server))
    throw refused(
      `This repository is bound to ${inWords(bound)}, and this command uses ${inWords(server)}.`,
      'Give the name of the bound server with --server, or --no-branch to leave the repository alone. taskdeck git install --server NAME binds it to another one.',
    )
}
