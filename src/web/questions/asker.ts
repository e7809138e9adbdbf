import { plainName } from '../../contract/plain-names.ts'
import { tokenOfVia } from '../../contract/via.ts'

/** The name of the token that asks. */
export const askerOf = ({ via }: { via: string }) => plainName(tokenOfVia(via) ?? 'You')
