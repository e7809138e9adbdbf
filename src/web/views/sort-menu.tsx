import type { Sort } from '../../contract/task-lists/sort.ts'
import { type SortKey, sortKeys } from '../../contract/task-lists/sort-keys.ts'
import { orderFor } from '../../contract/task-lists/view-address.ts'
import type { SortOrder } from '../../contract/tasks.ts'
import { capitalised } from '../../contract/words/capitalised.ts'
import { useSignedIn } from '../accounts/signed-in.ts'
import { SortIcon } from '../ui/icons.tsx'
import { ChoiceButton } from './choice-button.tsx'
import type { View } from './use-view.ts'

export const sortName = (key: SortKey) => (key === 'due' ? 'Due date' : capitalised(key))
export const orderNames: Record<SortOrder, string> = { asc: 'Ascending', desc: 'Descending' }

export const sortInWords = ({ by, order }: Sort) =>
  by === 'manual' ? 'Manual order' : `${sortName(by)}: ${orderNames[order]}`

/** Chooses the sort order. A second choice of the same key reverses it. A search for words sorts by relevance. */
export function SortMenu({ view, isRanked }: { view: View; isRanked: boolean }) {
  const { preferences } = useSignedIn()
  const { sort } = view
  const reversed: SortOrder = sort.order === 'asc' ? 'desc' : 'asc'
  const options = sortKeys.map((by) => ({ value: by as string, label: sortName(by) }))
  const reverse = { value: 'reverse', label: orderNames[reversed], detail: 'reverse the order' }
  const choose = (value: string) => {
    if (value === 'reverse') return view.set({ sort: { ...sort, order: reversed } })
    const by = sortKeys.find((key) => key === value) ?? 'due'
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
