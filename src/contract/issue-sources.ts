import type { Forge } from './forges.ts'
import { isPlainName } from './plain-names.ts'

/** Which issues of a repository become tasks. */
export const issueChoices = ['assigned', 'label'] as const
export type IssueChoice = (typeof issueChoices)[number]

export const issueSourceLimits = {
  /** Repositories of a user. */
  sources: 10,
  address: 500,
  token: 500,
  label: 100,
  account: 100,
  /** Open issues of one repository that are followed. */
  issues: 1_000,
} as const

/** How often a repository is asked for its issues. */
export const syncEveryMs = 15 * 60_000

/** Whether a text can be the token of a forge. It becomes a header. */
export const isForgeToken = (text: string) => new RegExp(`^[!-~]{1,${issueSourceLimits.token}}$`).test(text.trim())
export const isIssueLabel = (text: string) => isPlainName(text, issueSourceLimits.label)
/** Whether a text can be a user name at a forge. */
export const isForgeAccount = (text: string) =>
  isPlainName(text, issueSourceLimits.account) && !/[\s,/]/.test(text.trim())

export interface Repository {
  /** The address of its page, without a slash at its end. */
  address: string
  /** Its name with that of its owner or groups: `acme/app`. */
  name: string
  host: string
  /** The address of the forge: that of the repository without its name. */
  base: string
}

const known: Record<string, Forge> = { 'github.com': 'github', 'gitlab.com': 'gitlab', 'codeberg.org': 'gitea' }

/** The forge of a well-known host. */
export const forgeOfHost = (host: string): Forge | undefined => known[host.replace(/^www\./, '')]

/** The part of the address of a page within a repository that follows the repository. */
const within = /\/(?:-(?:\/.*)?|(?:issues|pulls|tree|src|wiki|settings|labels|milestones)(?:\/.*)?)$/
const part = /^[\w.-]{1,100}$/

/**
 * The repository at an address, such as that of its page, of its issues, or one that ends in `.git`; undefined if there is none. A forge may be
 * below a path of its host, except GitLab, whose groups look the same.
 */
export function repositoryAt(text: string, forge: Forge): Repository | undefined {
  const complete = /^[a-z][a-z\d+.-]*:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`
  const url = complete.length <= issueSourceLimits.address ? URL.parse(complete) : null
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname || url.username || url.password) return undefined
  const parts = partsOf(url.pathname, forge)
  const isComplete = parts.length >= 2 && parts.every((one) => part.test(one) && !/^\.+$/.test(one))
  if (!isComplete) return undefined
  const named = forge === 'gitlab' ? parts : parts.slice(-2)
  const base = [url.origin, ...parts.slice(0, parts.length - named.length)].join('/')
  const name = named.join('/')
  return { address: `${base}/${name}`, name, host: url.host, base }
}

function partsOf(path: string, forge: Forge): string[] {
  const parts = path.split('/').filter(Boolean)
  // At GitHub, the name of a repository is in one place, so nothing has to be guessed.
  const own =
    forge === 'github' ? parts.slice(0, 2) : `/${parts.join('/')}`.replace(within, '').split('/').filter(Boolean)
  return own.map((one, index) => (index === own.length - 1 ? one.replace(/\.git$/, '') : one))
}

/** The address of the page of an issue. */
export const issueAddress = ({ forge, address }: { forge: Forge; address: string }, number: number) =>
  `${address}/${forge === 'gitlab' ? '-/' : ''}issues/${number}`
