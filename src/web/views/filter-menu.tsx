import { wordsOf } from '../../contract/search.ts'
import { ChoiceBox } from '../ui/choice-box.tsx'
import { ComboboxField, useCombobox } from '../ui/combobox.tsx'
import controls from '../ui/controls.module.css'
import { Panel } from '../ui/panel.tsx'
import classes from './filter-menu.module.css'
import { type FilterOption, filterOptions, hasValue, headingOf, toggleValue } from './filter-options.tsx'
import type { View } from './use-view.ts'

interface Props {
  anchor: Element | null
  view: View
  labels: string[]
  onClose: () => void
}

const fits = (option: FilterOption, query: string[]) => {
  const words = wordsOf(`${headingOf(option.field)} ${option.name}`)
  return query.every((part) => words.some((word) => word.startsWith(part)))
}

/** All values to filter by. Typing narrows them; Enter or a click adds or removes one, and the menu stays open for more. */
export function FilterMenu({ anchor, view: { filter, setFilter }, labels, onClose }: Props) {
  const combobox = useCombobox()
  const { text, listId, option } = combobox
  const options = filterOptions(labels).filter((one) => fits(one, wordsOf(text)))
  return (
    <Panel anchor={anchor} label="Filter tasks" title="" width={264} onClose={onClose}>
      <ComboboxField
        combobox={combobox}
        hasOptions={options.length > 0}
        className={`${controls.query} ${classes.field}`}
        label="Filter by"
        placeholder="Filter by …"
      />
      <div role="listbox" id={listId} aria-label="Values" aria-multiselectable="true" className={classes.list}>
        {options.map((one, index) => {
          const { field: name, value, name: words, icon } = one
          const isChosen = hasValue(filter, one)
          return (
            <button
              key={`${name} ${value}`}
              type="button"
              role="option"
              {...option(index)}
              aria-selected={isChosen}
              aria-label={`${headingOf(name)}: ${words}`}
              data-first={options[index - 1]?.field === name ? undefined : headingOf(name)}
              className={`${controls.option} ${classes.option}`}
              onClick={() => setFilter(toggleValue(filter, one))}
            >
              <ChoiceBox state={isChosen} />
              {icon}
              <span className={controls.ellipsis} dir="auto">
                {words}
              </span>
            </button>
          )
        })}
      </div>
      {!options.length && <p className={classes.none}>Nothing to filter by “{text}”.</p>}
    </Panel>
  )
}
