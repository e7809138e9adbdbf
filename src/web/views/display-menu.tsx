import { type ReactNode, useId } from 'react'
import { flushSync } from 'react-dom'
import { NavLink, useLocation } from 'react-router'
import { type Grouping, groupings } from '../../contract/task-lists/group.ts'
import { sortKeys } from '../../contract/task-lists/sort-keys.ts'
import { densities, type HiddenName, orderFor } from '../../contract/task-lists/view-address.ts'
import { sortOrders } from '../../contract/tasks.ts'
import { capitalised } from '../../contract/words/capitalised.ts'
import { useSignedIn } from '../accounts/signed-in.ts'
import controls from '../ui/controls.module.css'
import { PrintIcon } from '../ui/more-icons.tsx'
import { Panel } from '../ui/panel.tsx'
import { SelectField } from '../ui/select-field.tsx'
import classes from './display-menu.module.css'
import { groupNames, orderNames, sortName } from './display-words.ts'
import { useOpenedView } from './opened-view.ts'
import { toggleHidden } from './toggle-hidden.ts'
import type { View } from './use-view.ts'
import { layoutKinds } from './view-switch.tsx'

export interface DisplayProps {
  view: View
  /** Whether a search for words sorts by relevance. */
  isRanked: boolean
  /** Whether the view has a sort order of its own. */
  isOrdered: boolean
  /** The groupings that the view can show; none if it is not grouped. */
  groupChoices: readonly Grouping[]
  /** Whether it can show the tasks in other layouts. */
  hasSwitch: boolean
  /** Whether its rows have a density. */
  hasDensity: boolean
  /** The parts that the view can hide, and their name. */
  hideable: Hideable | undefined
}

export interface Hideable {
  name: string
  parts: readonly HiddenName[]
}

interface Props extends DisplayProps {
  anchor: Element | null
  onClose: () => void
}

/** How the tasks are shown: layout, sort order, grouping, density, and the columns, facts or days that are shown. */
export default function DisplayMenu({ anchor, onClose, view, isRanked, ...options }: Props) {
  const { isOrdered, groupChoices, hasSwitch, hasDensity, hideable } = options
  const { preferences } = useSignedIn()
  const { search } = useLocation()
  const opened = useOpenedView()
  const { sort, hidden } = view
  const grouping = groupChoices.includes(view.grouping) ? view.grouping : (groupChoices[0] ?? 'none')
  const hasSettings = !isOrdered || groupChoices.length > 0 || hideable !== undefined
  return (
    <Panel anchor={anchor} label="Display" title="" isAtEnd width={320} onClose={onClose}>
      <div className={classes.rows}>
        {hasSwitch && (
          <div className={classes.row}>
            <span className={classes.name}>Layout</span>
            <nav className={`${controls.bar} ${classes.segments}`} aria-label="Layout">
              {layoutKinds.map(({ name, to, icon }) => (
                <NavLink
                  key={to}
                  to={{ pathname: to, search }}
                  className={`${controls.segment} ${classes.segment}`}
                  aria-label={name}
                  title={name}
                  onClick={onClose}
                >
                  {icon}
                </NavLink>
              ))}
            </nav>
          </div>
        )}
        {!isOrdered && (
          <>
            <Choice
              name="Sort by"
              options={isRanked ? { [sort.by]: 'Best match' } : named(sortKeys, sortName)}
              value={sort.by}
              isDisabled={isRanked}
              onChoose={(by) => view.set({ sort: { by, order: orderFor(by, preferences) } })}
            />
            {sort.by !== 'manual' && !isRanked && (
              <Segments
                name="Order"
                options={sortOrders}
                nameOf={(order) => orderNames[order]}
                value={sort.order}
                onChoose={(order) => view.set({ sort: { ...sort, order } })}
              />
            )}
          </>
        )}
        {groupChoices.length > 0 && (
          <Choice
            name="Group by"
            options={named(groupChoices, (value) => groupNames[value])}
            value={grouping}
            isDisabled={isRanked && groupChoices === groupings}
            onChoose={(value) => view.set({ grouping: value })}
          />
        )}
        {hasDensity && (
          <Segments
            name="Density"
            options={densities}
            nameOf={capitalised}
            value={view.density}
            onChoose={(density) => view.set({ density })}
          />
        )}
      </div>
      {hideable && (
        <fieldset className={classes.columns}>
          <legend>{hideable.name}</legend>
          {hideable.parts.map((part) => (
            <button
              key={part}
              type="button"
              className={`${controls.button} ${classes.column}`}
              aria-pressed={!hidden.includes(part)}
              onClick={() => view.set({ hidden: toggleHidden(hidden, part) })}
            >
              {capitalised(part)}
            </button>
          ))}
        </fieldset>
      )}
      <div className={classes.rows}>
        <button
          type="button"
          className={`${controls.button} ${classes.print}`}
          onClick={() => {
            flushSync(onClose)
            window.print()
          }}
        >
          <PrintIcon size={16} /> Print
        </button>
      </div>
      {hasSettings && (
        <div className={classes.foot}>
          Kept for this view
          <button
            type="button"
            className={`${controls.small} ${classes.reset}`}
            onClick={() => view.resetDisplay(opened?.saved.address ?? '')}
          >
            Reset
          </button>
        </div>
      )}
    </Panel>
  )
}

const named = <V extends string>(values: readonly V[], nameOf: (value: V) => string) =>
  Object.fromEntries(values.map((value) => [value, nameOf(value)]))

interface ChoiceProps<V extends string> {
  name: string
  options: Readonly<Record<string, string>>
  value: V
  isDisabled: boolean
  onChoose: (value: V) => void
}

/** One of several values, in a list that opens. */
function Choice<V extends string>({ name, options, value, isDisabled, onChoose }: ChoiceProps<V>) {
  const id = useId()
  return (
    <div className={classes.row}>
      <label className={classes.name} htmlFor={id}>
        {name}
      </label>
      <SelectField
        id={id}
        options={options}
        value={value}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChoose(currentTarget.value as V)}
      />
    </div>
  )
}

interface SegmentsProps<V extends string> {
  name: string
  options: readonly V[]
  nameOf: (value: V) => ReactNode
  value: V
  onChoose: (value: V) => void
}

/** One of two values, both in sight. */
function Segments<V extends string>({ name, options, nameOf, value, onChoose }: SegmentsProps<V>) {
  const group = useId()
  return (
    <fieldset className={classes.row}>
      <legend className={classes.name}>{name}</legend>
      <div className={`${controls.bar} ${classes.segments}`}>
        {options.map((one) => (
          <label key={one} className={`${controls.segment} ${classes.segment}`}>
            <input type="radio" name={group} checked={one === value} onChange={() => onChoose(one)} />
            {nameOf(one)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
