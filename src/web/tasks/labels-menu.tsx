import { useState } from 'react'
import type { ManyChange } from '../../contract/schemas/tasks.ts'
import { cleanLabel, isLabel } from '../../contract/tasks.ts'
import { describeChange } from '../../contract/words/task-words.ts'
import { useDeck } from '../deck/current-deck.ts'
import { ChoiceBox } from '../ui/choice-box.tsx'
import { ComboboxField, useCombobox } from '../ui/combobox.tsx'
import controls from '../ui/controls.module.css'
import type { MenuProps } from './edited-fields.ts'
import { LabelTag } from './label-tag.tsx'
import classes from './labels-menu.module.css'
import { labelsProblem } from './labels-problem.ts'
import { useChange } from './use-change.ts'

/**
 * The content of a popover that changes the labels of tasks: a field to find or create a label, and a list of all labels with checkboxes.
 * Every choice is one change of all tasks, made at once, with its own undo. The popover that shows it closes it.
 */
export function LabelsMenu({ tasks: given }: Pick<MenuProps, 'tasks'>) {
  const ids = given.map(({ _id }) => _id)
  const { tasks, byId } = useDeck()
  const make = useChange()
  // No label contains a space.
  const combobox = useCombobox({ isChosenBySpace: true })
  const { text, setText, listId, option } = combobox
  const targets = ids.flatMap((one) => byId.get(one) ?? [])
  const counts = countLabels(targets)
  // Sorted once, so that no label moves away while the user chooses.
  const [order] = useState(() => {
    const known = [...new Set(tasks.flatMap(({ labels }) => labels))].sort()
    return [...known.filter((label) => counts.has(label)), ...known.filter((label) => !counts.has(label))]
  })

  const wanted = cleanLabel(text.trim().replace(/^#/, ''))
  const all = [...order, ...[...counts.keys()].filter((label) => !order.includes(label))]
  const found = all.filter((label) => label.includes(wanted))
  const canCreate = isLabel(wanted) && !all.includes(wanted)
  const options = canCreate ? [...found, wanted] : found
  const problem = wanted && !options.length ? labelsProblem([wanted]) : null

  const toggle = (label: string) => {
    const change: ManyChange = counts.get(label) === targets.length ? { removeLabels: [label] } : { addLabels: [label] }
    setText('')
    void make(
      { kind: 'updateMany', tasks: ids, change },
      {
        message: (changed) => describeChange(changed, change, 'iso'),
        failure: 'Error updating tasks',
        fallback: 'No task was updated. Please try again.',
      },
    )
  }

  return (
    <div className={classes.menu}>
      <ComboboxField
        combobox={combobox}
        hasOptions={options.length > 0}
        className={classes.field}
        label="Find or create a label"
        placeholder="Find or create a label"
        autoCapitalize="none"
      />
      <div role="listbox" id={listId} aria-label="Labels" aria-multiselectable="true" className={classes.list}>
        {options.map((label, index) => {
          const count = counts.get(label) ?? 0
          const isMixed = count > 0 && count < targets.length
          return (
            <button
              key={label}
              type="button"
              role="option"
              {...option(index)}
              aria-selected={count > 0 && !isMixed}
              aria-checked={isMixed ? 'mixed' : count > 0}
              className={controls.option}
              onClick={() => toggle(label)}
            >
              <ChoiceBox state={isMixed ? 'mixed' : count > 0} />
              {canCreate && index === found.length && 'Create '}
              <LabelTag label={label} />
              {isMixed && (
                <span className={classes.count}>
                  {count} of {targets.length}
                </span>
              )}
            </button>
          )
        })}
      </div>
      {problem && <p className={classes.note}>{problem}</p>}
      {!wanted && !options.length && <p className={classes.note}>No labels yet. Type a name to create one.</p>}
    </div>
  )
}

/** The number of these tasks that have each label. */
function countLabels(tasks: { labels: string[] }[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const label of tasks.flatMap(({ labels }) => labels)) counts.set(label, (counts.get(label) ?? 0) + 1)
  return counts
}
