import { useId } from 'react'
import { allKeys, type FilterKey } from '../../contract/task-lists/filter-keys.ts'
import type { Grouping } from '../../contract/task-lists/group.ts'
import { sortKeys } from '../../contract/task-lists/sort-keys.ts'
import { orderFor } from '../../contract/task-lists/view-address.ts'
import { sortOrders } from '../../contract/tasks.ts'
import { useSignedIn } from '../accounts/signed-in.ts'
import { Button } from '../ui/button.tsx'
import controls from '../ui/controls.module.css'
import { CloseIcon } from '../ui/icons.tsx'
import { Panel } from '../ui/panel.tsx'
import { groupNames, orderNames, sortName } from './display-words.ts'
import { filterOptions, hasValue, toggleValue } from './filter-choices.tsx'
import { headingOf } from './filter-options.ts'
import classes from './filter-sheet.module.css'
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
        <>
          <Choices
            name="Sort by"
            options={sortKeys.map((key) => ({ value: key, label: sortName(key) }))}
            current={sort.by}
            onChoose={(by) => view.set({ sort: { by, order: orderFor(by, preferences) } })}
          />
          {sort.by !== 'manual' && (
            <Choices
              name="Order"
              options={sortOrders.map((order) => ({ value: order, label: orderNames[order] }))}
              current={sort.order}
              onChoose={(order) => view.set({ sort: { ...sort, order } })}
            />
          )}
          {groupChoices.length > 0 && (
            <Choices
              name="Group by"
              options={groupChoices.map((value) => ({ value, label: groupNames[value] }))}
              current={view.grouping}
              onChoose={(grouping) => view.set({ grouping })}
            />
          )}
        </>
      )}
      <div className={classes.foot}>
        <Button isWide size="large" onClick={onClose}>
          Show {count.toLocaleString('en')} {count === 1 ? 'task' : 'tasks'}
        </Button>
      </div>
    </Panel>
  )
}

interface ChoicesProps<V extends string> {
  name: string
  options: { value: V; label: string }[]
  current: V
  onChoose: (value: V) => void
}

/** One of a few values. */
function Choices<V extends string>({ name, options, current, onChoose }: ChoicesProps<V>) {
  const group = useId()
  return (
    <fieldset className={classes.field}>
      <legend>{name}</legend>
      <div className={classes.values}>
        {options.map(({ value, label }) => (
          <label key={value} className={`${controls.button} ${classes.value}`}>
            <input type="radio" name={group} checked={value === current} onChange={() => onChoose(value)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
