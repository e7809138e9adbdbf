import type { Grouping } from '../../contract/task-lists/group.ts'
import type { Sort } from '../../contract/task-lists/sort.ts'
import type { SortKey } from '../../contract/task-lists/sort-keys.ts'
import type { SortOrder } from '../../contract/tasks.ts'
import { capitalised } from '../../contract/words/capitalised.ts'

export const groupNames: Record<Grouping, string> = {
  none: 'None',
  due: 'Due',
  status: 'Status',
  priority: 'Priority',
  label: 'Label',
  claimed: 'Holder',
}

export const sortName = (key: SortKey) => (key === 'due' ? 'Due date' : capitalised(key))
export const orderNames: Record<SortOrder, string> = { asc: 'Ascending', desc: 'Descending' }

export const sortInWords = ({ by, order }: Sort) =>
  by === 'manual' ? 'Manual order' : `${sortName(by)}: ${orderNames[order]}`
