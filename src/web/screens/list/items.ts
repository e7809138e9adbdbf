import type { Task } from '../../../contract/schemas/tasks.ts'
import type { Group } from '../../../contract/task-lists/group.ts'

/** A row of the list: the heading of a group, or a task and its place among all tasks. */
export type Item =
  | { key: string; group: Group; task?: undefined }
  | { key: string; task: Task; place: number; groupId: string; group?: undefined }

/** The rows of groups. A single group has no heading, and a closed one only its heading. */
export function itemsOf(groups: Group[], isClosed: (id: string) => boolean): Item[] {
  let place = 0
  return groups.flatMap((group): Item[] => {
    const hasHeading = group.id !== 'all'
    const heading: Item[] = hasHeading ? [{ key: `group ${group.id}`, group }] : []
    if (hasHeading && isClosed(group.id)) return heading
    const rows = group.tasks.map((task): Item => {
      place++
      return { key: task._id, task, place, groupId: group.id }
    })
    return [...heading, ...rows]
  })
}
