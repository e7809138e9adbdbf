import type { Preferences } from '../../contract/schemas/accounts.ts'
import { paths } from '../navigation/paths.ts'

/** The address of the screen that the user starts with. */
export const startOf = ({ start = 'dashboard' }: Pick<Preferences, 'start'>) => paths[start]
