import { allKeys, type FilterKey } from '../../contract/task-lists/filter-keys.ts'
import { Button } from '../ui/button.tsx'
import controls from '../ui/controls.module.css'
import { Panel } from '../ui/panel.tsx'
import sheet from '../ui/sheet-foot.module.css'
import { filterOptions, hasValue, toggleValue } from './filter-choices.tsx'
import { headingOf } from './filter-options.ts'
import classes from './filter-sheet.module.css'
import { SheetHead } from './sheet-head.tsx'
import type { Shown, View } from './use-view.ts'

interface Props {
  view: View
  shown: Shown
  labels: string[]
  onClose: () => void
}

/** All filters of a narrow screen. */
export function FilterSheet({ view, shown, labels, onClose }: Props) {
  const options = filterOptions(labels)
  const ofField = (field: FilterKey) => options.filter((option) => option.field === field)
  const { filter } = view
  const count = shown.tasks.length
  return (
    <Panel
      anchor={null}
      label="Filters"
      title={
        <SheetHead title="Filters" onClose={onClose}>
          <button type="button" className={`${controls.button} ${classes.quiet}`} onClick={view.clear}>
            Clear all
          </button>
        </SheetHead>
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
      <div className={sheet.foot}>
        <Button isWide size="large" onClick={onClose}>
          Show {count.toLocaleString('en')} {count === 1 ? 'task' : 'tasks'}
        </Button>
      </div>
    </Panel>
  )
}
