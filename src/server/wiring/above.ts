import type { questionRules } from '../notes/questions.ts'

/** Functions of higher levels that lower levels call. They are made last, so nothing calls them while the rules are made. */
export interface Above extends Pick<Parameters<typeof questionRules>[0], 'openTokens' | 'onAsked'> {
  /** Called after every change of an owner, on whichever node it was made. */
  announce: (owner: string, seq: number) => void
  announceSettings: (owner: string) => void
}
