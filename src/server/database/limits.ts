/** How much of PostgreSQL one process uses, and how long its requests wait. SQLite has no such limits. */
export interface Limits {
  /** Connections for requests. Long reads and background jobs have two more each, and notifications have one. */
  connections: number
  /** How long a request waits for a connection. */
  maxWaitMs: number
  maxStatementMs: number
  maxLockMs: number
}

export const defaultLimits: Limits = { connections: 10, maxWaitMs: 5_000, maxStatementMs: 10_000, maxLockMs: 3_000 }
