import type { Task } from '../../contract/schemas/tasks.ts'
import { type LinkIndex, type LinkRole, type Links, noLinks } from '../../contract/task-lists/link-index.ts'
import { maxPartLevels } from '../../contract/tasks.ts'

/** Whether the server would accept a link, as far as this browser knows the tasks. */
export function canLink(index: LinkIndex, role: LinkRole, task: Task, other: Task): boolean {
  if (task._id === other._id) return false
  const { blockers, blocked, related, parts, parent } = index.get(task._id) ?? noLinks
  const reaches = (from: Task, to: Task, next: (links: Links) => Task[], seen = new Set<string>()): boolean =>
    next(index.get(from._id) ?? noLinks).some((one) => {
      if (one._id === to._id) return true
      if (seen.has(one._id)) return false
      seen.add(one._id)
      return reaches(one, to, next, seen)
    })
  switch (role) {
    case 'related':
      return !related.includes(other)
    case 'blocked by':
      return !blockers.includes(other) && !reaches(other, task, (links) => links.blockers)
    case 'blocks':
      return !blocked.includes(other) && !reaches(task, other, (links) => links.blockers)
    case 'part of':
      return parent !== other && fitsBelow(index, task, other)
    case 'has part':
      return !parts.includes(other) && fitsBelow(index, other, task)
  }
}

function fitsBelow(index: LinkIndex, part: Task, parent: Task): boolean {
  const above = [parent]
  for (let next = index.get(parent._id)?.parent; next && above.length <= maxPartLevels; ) {
    above.push(next)
    next = index.get(next._id)?.parent
  }
  const heightOf = (task: Task, room: number): number =>
    room < 0 ? 1 : 1 + Math.max(0, ...(index.get(task._id)?.parts ?? []).map((one) => heightOf(one, room - 1)))
  return !above.includes(part) && above.length + heightOf(part, maxPartLevels) <= maxPartLevels
}
