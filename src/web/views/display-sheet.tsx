import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { sortKeys } from '../../contract/task-lists/sort-keys.ts'
import { orderFor } from '../../contract/task-lists/view-address.ts'
import { sortOrders } from '../../contract/tasks.ts'
import { capitalised } from '../../contract/words/capitalised.ts'
import { useSignedIn } from '../accounts/signed-in.ts'
import controls from '../ui/controls.module.css'
import { Panel } from '../ui/panel.tsx'
import type { DisplayProps } from './display-menu.tsx'
import { groupNames, orderNames, sortName } from './display-words.ts'
import classes from './filter-sheet.module.css'
import { useOpenedView } from './opened-view.ts'
import { SheetHead } from './sheet-head.tsx'
import { toggleHidden } from './toggle-hidden.ts'
import { layoutKinds } from './view-switch.tsx'

/** How the tasks are shown, on a narrow screen: everything that its rows, cards and days have, with buttons for a thumb. */
export function DisplaySheet({ view, isRanked, onClose, ...options }: DisplayProps & { onClose: () => void }) {
  const { isOrdered, groupChoices, hasSwitch, hideable } = options
  const { preferences } = useSignedIn()
  const { pathname, search } = useLocation()
  const opened = useOpenedView()
  const { sort, hidden } = view
  const isSorted = !isOrdered && !isRanked
  return (
    <Panel
      anchor={null}
      label="Display"
      title={
        <SheetHead title="Display" onClose={onClose}>
          <button
            type="button"
            className={`${controls.button} ${classes.quiet}`}
            onClick={() => view.resetDisplay(opened?.saved.address ?? '')}
          >
            Reset
          </button>
        </SheetHead>
      }
      onClose={onClose}
    >
      {hasSwitch && (
        <nav className={classes.field} aria-labelledby="layouts">
          <p id="layouts" className={classes.name}>
            Layout
          </p>
          <div className={`${classes.values} ${classes.pairs}`}>
            {layoutKinds.map(({ name, to, icon }) => (
              <Link
                key={to}
                to={{ pathname: to, search }}
                className={`${controls.button} ${classes.value}`}
                aria-current={to === pathname ? 'page' : undefined}
                onClick={onClose}
              >
                {icon}
                {name}
              </Link>
            ))}
          </div>
        </nav>
      )}
      {isRanked && <p className="muted below-16">A search for words is sorted by the best match.</p>}
      {isSorted && (
        <Choices
          name="Sort by"
          options={sortKeys.map((key) => ({ value: key, label: sortName(key) }))}
          current={sort.by}
          onChoose={(by) => view.set({ sort: { by, order: orderFor(by, preferences) } })}
        />
      )}
      {isSorted && sort.by !== 'manual' && (
        <Choices
          name="Order"
          options={sortOrders.map((order) => ({ value: order, label: orderNames[order] }))}
          current={sort.order}
          onChoose={(order) => view.set({ sort: { ...sort, order } })}
        />
      )}
      {!isRanked && groupChoices.length > 0 && (
        <Choices
          name="Group by"
          options={groupChoices.map((value) => ({ value, label: groupNames[value] }))}
          current={groupChoices.includes(view.grouping) ? view.grouping : 'none'}
          onChoose={(grouping) => view.set({ grouping })}
        />
      )}
      {hideable && (
        <fieldset className={classes.field}>
          <legend>{hideable.name}</legend>
          <div className={classes.values}>
            {hideable.parts.map((part) => (
              <button
                key={part}
                type="button"
                className={`${controls.button} ${classes.value}`}
                aria-pressed={!hidden.includes(part)}
                onClick={() => view.set({ hidden: toggleHidden(hidden, part) })}
              >
                {capitalised(part)}
              </button>
            ))}
          </div>
        </fieldset>
      )}
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
      <div className={`${classes.values} ${options.length === 2 ? classes.pairs : ''}`}>
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
