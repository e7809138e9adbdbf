import type { ShareKind } from '../../contract/shares.ts'
import { createUserCell } from '../ui/client-state.ts'

/** A saved view or a task that is to be shared. */
export interface ShareTarget {
  kind: ShareKind
  id: string
  title: string
}

/** The view or task that the user is sharing, in a dialog that any screen can open. */
export const sharing = createUserCell<ShareTarget | undefined>(undefined)
