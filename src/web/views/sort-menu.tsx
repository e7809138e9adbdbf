import type { Sort } from '../../contract/task-lists/sort.ts'
import { orderFor } from '../../contract/task-lists/view-address.ts'
import type { SortKey, SortOrder } from '../../contract/tasks.ts'
import { useSignedIn } from '../accounts/signed-in.ts'
import { SortIcon } from '../ui/icons.tsx'
import { ChoiceButton } from './choice-button.tsx'
import type { View } from './use-view.ts'

export const sortNames: Record<SortKey, string> = {
  due: 'Due date',
  priority: 'Priority',
  created: 'Created',
  updated: 'Updated',
  title: 'Title',
  manual: 'Manual',
}
const orderNames: Record<SortOrder, string> = { asc: 'Ascending', desc: 'Descending' }

export const sortInWords = ({ by, order }: Sort) =>
  by === 'manual' ? 'Manual order' : `${sortNames[by]}: ${orderNames[order]}`

const keys = Object.keys(sortNames) as SortKey[]

/** Chooses the sort order. A second choice of the same key reverses it. A search for words sorts by relevance. */
export function SortMenu({ view, isRanked }: { view: View; isRanked: boolean }) {
  const { preferences } = useSignedIn()
  const { sort } = view
  const reversed: SortOrder = sort.order === 'asc' ? 'desc' : 'asc'
  const options = keys.map((by) => ({ value: by as string, label: sortNames[by] }))
  const reverse = { value: 'reverse', label: orderNames[reversed], detail: 'reverse the order' }
  const choose = (value: string) => {
    if (value === 'reverse') return view.set({ sort: { ...sort, order: reversed } })
    const by = keys.find((key) => key === value) ?? 'due'
    view.set({ sort: { by, order: by === sort.by ? reversed : orderFor(by, preferences) } })
  }
  return (
    <ChoiceButton
      label="Sort by"
      icon={<SortIcon size={16} />}
      value={isRanked ? 'Best match' : sortInWords(sort)}
      options={sort.by === 'manual' ? options : [...options, reverse]}
      current={sort.by}
      onChoose={choose}
      isDisabled={isRanked}
    />
  )
}
