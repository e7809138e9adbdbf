import type { AmountField } from '../../../contract/task-fields.ts'
import type { SortKey } from '../../../contract/task-lists/sort-keys.ts'
import { orderFor } from '../../../contract/task-lists/view-address.ts'
import { capitalised } from '../../../contract/words/capitalised.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import type { TaskList } from '../../tasks/use-task-list.ts'
import controls from '../../ui/controls.module.css'
import { DownIcon, UpIcon } from '../../ui/icons.tsx'
import type { View } from '../../views/use-view.ts'
import classes from './list.module.css'

interface Props {
  view: View
  list: TaskList
  /** The amounts that have a column. */
  amounts: readonly AmountField[]
  /** Whether the list has an order of its own, which no column changes. */
  isOrdered: boolean
}

/** The names of the columns. A click on one sorts by it, a second one reverses the order. */
export function ListHeader({ view, list, amounts, isOrdered }: Props) {
  const some = list.selected.size > 0
  const order = { view, isOrdered }
  return (
    <div className={classes.header}>
      <label className={classes.pick} title="Select all">
        <input
          type="checkbox"
          className={controls.checkbox}
          aria-label="Select all tasks"
          checked={list.isAllSelected}
          ref={(box) => {
            if (box) box.indeterminate = some && !list.isAllSelected
          }}
          onChange={list.isAllSelected ? list.clear : list.selectAll}
        />
      </label>
      <ColumnHeader {...order} name="No." by="created" className={`${classes.number} ${classes.first}`} />
      <ColumnHeader {...order} name="Task" by="title" className={classes.task} />
      <ColumnHeader {...order} name="Priority" by="priority" className={classes.priority} />
      <span className={classes.status}>Status</span>
      {amounts.map(({ field, name }) => (
        <ColumnHeader key={field} {...order} name={capitalised(name)} by={field} className={classes.amount} />
      ))}
      <ColumnHeader {...order} name="Due" by="due" className={classes.due} />
    </div>
  )
}

interface ColumnHeaderProps extends Pick<Props, 'view' | 'isOrdered'> {
  name: string
  by: SortKey
  className: string | undefined
}

function ColumnHeader({ view: { sort, set }, isOrdered, name, by, className }: ColumnHeaderProps) {
  const { preferences } = useSignedIn()
  const isCurrent = sort.by === by
  const order = isCurrent ? (sort.order === 'asc' ? 'desc' : 'asc') : orderFor(by, preferences)
  if (isOrdered) return <span className={className}>{name}</span>
  return (
    <button
      type="button"
      className={`${controls.button} ${classes.sortable} ${className ?? ''}`}
      aria-label={`Sort by ${name}${isCurrent ? `, now ${sort.order === 'asc' ? 'ascending' : 'descending'}` : ''}`}
      aria-pressed={isCurrent}
      onClick={() => set({ sort: { by, order } })}
    >
      {name}
      {isCurrent && (sort.order === 'asc' ? <UpIcon size={12} /> : <DownIcon size={12} />)}
    </button>
  )
}
