import type { LinkRole } from '../tasks/links.ts'

/** The other task as a task shows it. */
export const roleNames: Record<LinkRole, string> = {
  'blocked by': 'Blocked by',
  blocks: 'Blocks',
  'part of': 'Part of',
  'has part': 'Has part',
  related: 'Related',
}
