import type { LinkRole } from '../../contract/task-lists/link-index.ts'

/** The other task as a task shows it. */
export const roleNames: Record<LinkRole, string> = {
  'blocked by': 'Blocked by',
  blocks: 'Blocks',
  'part of': 'Part of',
  'has part': 'Has part',
  related: 'Related',
}
