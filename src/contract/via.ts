import type { Forge } from './forges.ts'

const token = 'token:'
const agent = 'agent:'
const link = 'link:'
const way = 'way:'

/** How the log says that a change was made with a token. It contains the name, because the log outlives the token. */
export const viaOfToken = (name: string) => `${token}${name}` as const

/** The same for a change that an agent has made with the token: a person may use it too, such as that of `taskdeck login`. */
export const viaOfAgent = (name: string) => `${agent}${name}` as const

export const isAgentVia = (via: string | null | undefined): boolean => via?.startsWith(agent) ?? false

/** The name of the token that a change was made with; undefined if it was made in another way. */
export function tokenOfVia(via: string | null | undefined): string | undefined {
  const start = [token, agent].find((one) => via?.startsWith(one))
  return start && via?.slice(start.length)
}

const imported = 'imported:'

/** How the history, notes and receipts of an archive say how they were made: nothing here has made them, so no token here owns them. */
export const viaOfImported = (via: string | null): string =>
  via?.startsWith(imported) ? via : `${imported}${via ?? 'session'}`

export const isImportedVia = (via: string | null | undefined): boolean => via?.startsWith(imported) ?? false

/** How something was made where it comes from. */
export const originalVia = (via: string | null | undefined): string | null | undefined =>
  via?.startsWith(imported) ? via.slice(imported.length) : via

/** How the log says that a change was made by reading the issues of a repository: `issues:github:acme/app`. */
export const viaOfIssues = (forge: Forge, repository: string) => `issues:${forge}:${repository}` as const

/** The repository whose issues have made a change; undefined if it was made in another way. */
export function repositoryOfVia(via: string | null | undefined): { forge: string; repository: string } | undefined {
  const [, forge = '', repository = ''] = /^issues:([a-z]+):(.+)$/s.exec(via ?? '') ?? []
  return repository ? { forge, repository } : undefined
}

/** How the log says that a reader of a shared link was the author. It contains the name of the link, which outlives it. */
export const viaOfLink = (name: string) => `${link}${name}` as const

/** The name of the shared link whose reader was the author; undefined for other authors. */
export const linkOfVia = (via: string | null | undefined): string | undefined =>
  via?.startsWith(link) ? via.slice(link.length) : undefined

/** How the log says that a button of a notification was pressed, outside a browser. It contains the name of the way, which outlives it. */
export const viaOfWay = (name: string) => `${way}${name}` as const

/** The name of the way, such as `ntfy.sh/my-tasks`; undefined for a change that was made in another way. */
export const wayOfVia = (via: string | null | undefined): string | undefined =>
  via?.startsWith(way) ? via.slice(way.length) : undefined
