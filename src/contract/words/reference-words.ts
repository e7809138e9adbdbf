import { forgeShortNames, forges } from '../forges.ts'
import type { ReferenceKind } from '../git.ts'
import { plainName } from '../plain-names.ts'
import type { GitReference } from '../schemas/git.ts'
import { repositoryOfVia } from '../via.ts'

const kindWords: Record<ReferenceKind, string> = { commit: 'commit', branch: 'branch', change: 'change request' }

/** The short form of a name: the usual beginning of a commit's hash. */
export const shortName = ({ kind, name }: Pick<GitReference, 'kind' | 'name'>) =>
  kind === 'commit' ? name.slice(0, 7) : name

/** A commit, branch or change request by its kind and name: `commit 1a2b3c4`. */
export const referenceName = (reference: GitReference | undefined) =>
  reference ? `${kindWords[reference.kind]} ${shortName(reference)}` : 'a commit'

/** An event of a commit, branch or change request, to follow the name of the user. */
export function referenceInWords(before: GitReference | undefined, after: GitReference | undefined): string {
  if (!after) return `unlinked ${referenceName(before)}`
  const title = after.title ? ` “${after.title}”` : ''
  if (before && before.state !== after.state && after.state)
    return `${after.state === 'open' ? 'reopened' : after.state} ${referenceName(after)}${title}`
  return `linked ${referenceName(after)}${title}`
}

const eventNames: Record<string, string> = { push: 'push', change: 'change request', check: 'check' }

/** How a change was made, if by a webhook: `GitHub push`. */
export function webhookInWords(via: string | null): string | undefined {
  const [word, forge = '', event = ''] = via?.split(':') ?? []
  const known = forges.find((one) => one === forge)
  return word === 'hook' && known ? `${forgeShortNames[known]} ${eventNames[event] ?? 'webhook'}` : undefined
}

/** How a change was made, if by the sync of a repository: `GitHub acme/app`. */
export function syncInWords(via: string | null | undefined): string | undefined {
  const found = repositoryOfVia(via)
  const known = found && forges.find((one) => one === found.forge)
  return known ? `${forgeShortNames[known]} ${plainName(found.repository, 100)}` : undefined
}
