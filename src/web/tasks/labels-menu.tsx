import { type KeyboardEvent, useId, useState } from 'react'
import type { ManyChange } from '../../contract/schemas/tasks.ts'
import { cleanLabel, isLabel } from '../../contract/tasks.ts'
import { describeChange } from '../../contract/words/task-words.ts'
import { useDeck } from '../deck/current-deck.ts'
import controls from '../ui/controls.module.css'
import { focusNow } from '../ui/dialog.tsx'
import { isComposing } from '../ui/layers.ts'
import { LabelTag } from './label-tag.tsx'
import classes from './labels-menu.module.css'
import { labelsProblem } from './labels-problem.ts'
import { useChange } from './use-change.ts'

/**
 * The content of a popover that changes the labels of tasks: a field to find or create a label, and a list of all labels with checkboxes.
 * Every choice is one change of all tasks, made at once, with its own undo. The popover that shows it closes it.
 *
 *     <LabelsMenu ids={list.targets().map(({ _id }) => _id)} />
 */
export function LabelsMenu({ ids }: { ids: string[] }) {
  const id = useId()
  const { tasks, byId } = useDeck()
  const make = useChange()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
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
    setActive(0)
    void make(
      { kind: 'updateMany', tasks: ids, change },
      {
        message: (changed) => describeChange(changed, change, 'iso'),
        failure: 'Error updating tasks',
        fallback: 'No task was updated. Please try again.',
      },
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || event.ctrlKey || event.metaKey || event.altKey) return
    const last = Math.max(options.length - 1, 0)
    const moves: Record<string, number> = {
      ArrowDown: Math.min(active + 1, last),
      ArrowUp: Math.max(active - 1, 0),
      PageDown: last,
      PageUp: 0,
    }
    const to = moves[event.key]
    const chosen = options[active]
    if (to !== undefined) {
      setActive(to)
      document.getElementById(`${id}-${to}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' || event.key === ' ') {
      // A key that was already held down when the menu opened chooses nothing.
      if (chosen !== undefined && !event.repeat) toggle(chosen)
    } else return
    event.preventDefault()
  }

  return (
    <div className={classes.menu}>
      <input
        ref={focusNow}
        className={classes.field}
        role="combobox"
        aria-label="Find or create a label"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={options.length ? `${id}-${active}` : undefined}
        placeholder="Find or create a label"
        autoComplete="off"
        autoCapitalize="none"
        dir="auto"
        data-autofocus
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Labels" aria-multiselectable="true" className={classes.list}>
        {options.map((label, index) => {
          const count = counts.get(label) ?? 0
          const isMixed = count > 0 && count < targets.length
          return (
            <div
              key={label}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={count > 0 && !isMixed}
              aria-checked={isMixed ? 'mixed' : count > 0}
              data-active={index === active || undefined}
              className={`${controls.option} ${classes.option}`}
              onClick={() => toggle(label)}
              onKeyDown={onKeyDown}
              onPointerMove={() => setActive(index)}
            >
              <span className={classes.box} aria-hidden="true" />
              {canCreate && index === found.length && 'Create '}
              <LabelTag label={label} />
              {isMixed && (
                <span className={classes.count}>
                  {count} of {targets.length}
                </span>
              )}
            </div>
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
