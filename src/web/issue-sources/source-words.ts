import { type Forge, forgeNames } from '../../contract/forges.ts'
import type { IssueSource } from '../../contract/schemas/issue-sources.ts'
import { timeAgo } from '../../contract/time-ago.ts'

const counted = (count: number, noun: string) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** A repository in one line: its forge, which issues are tasks, how many, and when they were read. */
export function sourceInWords({
  forge,
  choice,
  label,
  account,
  openCount,
  closedCount,
  syncedAt,
  isSyncing,
}: IssueSource) {
  return [
    forgeNames[forge],
    choice === 'label' ? `label ${label}` : account === null ? 'assigned to you' : `assigned to ${account}`,
    ...(syncedAt === null ? [] : [counted(openCount, 'open issue')]),
    ...(closedCount ? [`${closedCount.toLocaleString('en')} closed`] : []),
    isSyncing ? 'reading the issues …' : syncedAt === null ? 'not read yet' : `read ${timeAgo(syncedAt)}`,
  ].join(' · ')
}

/** How to make a token, in the words of the pages of each forge. */
export const tokenHints: Record<Forge, (writes: boolean) => string> = {
  github: (writes) =>
    `A fine-grained token for this repository with the permission “Issues: ${writes ? 'Read and write' : 'Read-only'}”.`,
  gitlab: (writes) => `A project or personal access token with the scope ${writes ? 'api' : 'read_api'}.`,
  gitea: (writes) =>
    `An access token with ${writes ? 'write:issue' : 'read:issue'}, and with read:user unless you enter your user name.`,
}

/** One sentence about closing issues there. */
export const writesInWords = (forge: Forge) =>
  `When you complete a task here, Taskdeck closes its issue at ${forgeNames[forge]}, and reopens it when you reopen the task.`
