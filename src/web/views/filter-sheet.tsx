import { allKeys, type FilterKey } from '../../contract/task-lists/filter-keys.ts'
import { type Grouping, groupings } from '../../contract/task-lists/group.ts'
import { type SortKey, sortKeys } from '../../contract/task-lists/sort-keys.ts'
import { orderFor } from '../../contract/task-lists/view-address.ts'
import { useSignedIn } from '../accounts/signed-in.ts'
import { Button } from '../ui/button.tsx'
import controls from '../ui/controls.module.css'
import { CloseIcon } from '../ui/icons.tsx'
import { Panel } from '../ui/panel.tsx'
import { filterOptions, hasValue, headingOf, toggleValue } from './filter-options.tsx'
import classes from './filter-sheet.module.css'
import { groupNames } from './group-menu.tsx'
import { sortName } from './sort-menu.tsx'
import type { Shown, View } from './use-view.ts'

interface Props {
  view: View
  shown: Shown
  labels: string[]
  isOrdered: boolean
  groupChoices: readonly Grouping[]
  onClose: () => void
}

/** All filters, the sort order and the grouping of a narrow screen. */
export function FilterSheet({ view, shown, labels, isOrdered, groupChoices, onClose }: Props) {
  const { preferences } = useSignedIn()
  const options = filterOptions(labels)
  const ofField = (field: FilterKey) => options.filter((option) => option.field === field)
  const { sort, filter } = view
  const count = shown.tasks.length
  return (
    <Panel
      anchor={null}
      label="Filters"
      title={
        <>
          Filters
          <span className={classes.head}>
            <button type="button" className={`${controls.button} ${classes.quiet}`} onClick={view.clear}>
              Clear all
            </button>
            <button
              type="button"
              className={`${controls.icon} ${classes.close}`}
              aria-label="Close"
              data-autofocus
              onClick={onClose}
            >
              <CloseIcon size={20} />
            </button>
          </span>
        </>
      }
      onClose={onClose}
    >
      {allKeys
        .filter((field) => ofField(field).length > 0)
        .map((field) => (
          <fieldset key={field} className={classes.field}>
            <legend>{headingOf(field)}</legend>
            <div className={classes.values}>
              {ofField(field).map((option) => (
                <button
                  key={option.value}
                  type="button"
                  className={`${controls.button} ${classes.value}`}
                  dir="auto"
                  aria-pressed={hasValue(filter, option)}
                  onClick={() => view.setFilter(toggleValue(filter, option))}
                >
                  {option.icon}
                  {option.name}
                </button>
              ))}
            </div>
          </fieldset>
        ))}
      {!isOrdered && (
        <div className={classes.choices}>
          <label>
            Sort by
            <select
              value={sort.by}
              onChange={({ currentTarget: { value } }) => {
                const by = sortKeys.find((key) => key === value) ?? 'due'
                view.set({ sort: { by, order: orderFor(by, preferences) } })
              }}
            >
              {sortKeys.map((key: SortKey) => (
                <option key={key} value={key}>
                  {sortName(key)}
                </option>
              ))}
            </select>
          </label>
          <label>
            Order
            <select
              value={sort.order}
              disabled={sort.by === 'manual'}
              onChange={({ currentTarget: { value } }) =>
                view.set({ sort: { ...sort, order: value === 'asc' ? 'asc' : 'desc' } })
              }
            >
              <option value="desc">Descending</option>
              <option value="asc">Ascending</option>
            </select>
          </label>
          {groupChoices.length > 0 && (
            <label>
              Group by
              <select
                value={view.grouping}
                onChange={({ currentTarget: { value } }) =>
                  view.set({ grouping: groupings.find((known) => known === value) ?? 'none' })
                }
              >
                {groupChoices.map((value) => (
                  <option key={value} value={value}>
                    {groupNames[value]}
                  </option>
                ))}
              </select>
            </label>
          )}
        </div>
      )}
      <div className={classes.foot}>
        <Button isWide size="large" onClick={onClose}>
          Show {count} {count === 1 ? 'task' : 'tasks'}
        </Button>
      </div>
    </Panel>
  )
}
