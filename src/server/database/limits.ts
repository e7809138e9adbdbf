/** How much of PostgreSQL one process uses, and how long its requests wait. SQLite has no such limits. */
export interface Limits {
  /** Connections for requests. Long reads and background jobs have two more each, and notifications have one. */
  connections: number
  /** How long a request waits for a connection. */
  maxWaitMs: number
  maxStatementMs: number
  maxLockMs: number
  /** The users whose concurrent writes share a transaction. */
  sharedCommits: SharedCommits
}

/** `all`: the writes of all users; `owner`: those of one user, because a distributed engine stores two users on two servers. */
export const sharedCommitsOf = ['all', 'owner'] as const
export type SharedCommits = (typeof sharedCommitsOf)[number]

export const defaultLimits: Limits = {
  connections: 10,
  maxWaitMs: 5_000,
  maxStatementMs: 10_000,
  maxLockMs: 3_000,
  sharedCommits: 'all',
}
