import type { Author } from '../src/server/history/draft.ts'

/** An owner as the author of a change. */
export const by = (owner: string): Author => ({ owner, via: 'session' })
