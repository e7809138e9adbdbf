import { type KeyboardEvent, useId, useState } from 'react'
import { wordsOf } from '../../contract/search.ts'
import controls from '../ui/controls.module.css'
import { focusNow } from '../ui/dialog.tsx'
import { CheckIcon } from '../ui/icons.tsx'
import { isComposing } from '../ui/layers.ts'
import { Panel } from '../ui/panel.tsx'
import classes from './filter-menu.module.css'
import { type FilterOption, fieldNames, filterOptions, hasValue, toggleValue } from './filter-options.tsx'
import type { View } from './use-view.ts'

interface Props {
  anchor: Element | null
  view: View
  labels: string[]
  onClose: () => void
}

const fits = (option: FilterOption, query: string[]) => {
  const words = wordsOf(`${fieldNames[option.field]} ${option.name}`)
  return query.every((part) => words.some((word) => word.startsWith(part)))
}

/** All values to filter by. Typing narrows them; Enter or a click adds or removes one, and the menu stays open for more. */
export function FilterMenu({ anchor, view: { filter, setFilter }, labels, onClose }: Props) {
  const id = useId()
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const options = filterOptions(labels).filter((option) => fits(option, wordsOf(query)))
  const move = (to: number) => {
    if (!options[to]) return
    setActive(to)
    document.getElementById(`${id}-${to}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const option = options[active]
    if (event.key === 'ArrowDown') move(active + 1)
    else if (event.key === 'ArrowUp') move(active - 1)
    else if (event.key === 'Enter' && option) setFilter(toggleValue(filter, option))
    else return
    event.preventDefault()
  }
  return (
    <Panel anchor={anchor} label="Filter tasks" title="" width={264} onClose={onClose}>
      <input
        ref={focusNow}
        data-autofocus
        className={`${controls.query} ${classes.field}`}
        role="combobox"
        aria-label="Filter by"
        dir="auto"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={options[active] ? `${id}-${active}` : undefined}
        placeholder="Filter by …"
        autoComplete="off"
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={`${id}-list`} aria-label="Values" aria-multiselectable="true" className={classes.list}>
        {options.map((option, index) => {
          const { field, value, name, icon } = option
          const isFirst = options[index - 1]?.field !== field
          const isChosen = hasValue(filter, option)
          return (
            <button
              key={`${field} ${value}`}
              type="button"
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={isChosen}
              aria-label={`${fieldNames[field]}: ${name}`}
              data-active={index === active || undefined}
              data-first={isFirst ? fieldNames[field] : undefined}
              className={`${controls.option} ${classes.option}`}
              onPointerMove={() => setActive(index)}
              onClick={() => setFilter(toggleValue(filter, option))}
            >
              <span className={classes.box} aria-hidden="true">
                {isChosen && <CheckIcon size={12} />}
              </span>
              {icon}
              <span className={controls.ellipsis} dir="auto">
                {name}
              </span>
            </button>
          )
        })}
      </div>
      {!options.length && <p className={classes.none}>Nothing to filter by “{query}”.</p>}
    </Panel>
  )
}
