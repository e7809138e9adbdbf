import { nameOfHolder } from '../../contract/words/claim-words.ts'

/** The name of the token that asks, or of the link whose reader has answered. */
export const askerOf = ({ via }: { via: string }) => nameOfHolder(via)
