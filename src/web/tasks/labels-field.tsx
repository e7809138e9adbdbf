import { type KeyboardEvent, useRef, useState } from 'react'
import { cleanLabel, taskLimits } from '../../contract/tasks.ts'
import { useDeck } from '../deck/current-deck.ts'
import { useCombobox } from '../ui/combobox.tsx'
import controls from '../ui/controls.module.css'
import { Field } from '../ui/field.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { isComposing, layerOf } from '../ui/layers.ts'
import { Popup } from '../ui/popup.tsx'
import { useLabelColours } from './label-colours.tsx'
import { colourStyle } from './label-tag.tsx'
import classes from './labels-field.module.css'
import { labelsProblem } from './labels-problem.ts'

interface Props {
  id?: string
  value: string[]
  onChange: (labels: string[]) => void
}

const maxOptions = 50
const separators = /[,\s]+/

const clean = (label: string) => cleanLabel(label.trim().replace(/^#/, ''))

/** A field for labels, typed or chosen from those in use. An invalid label stays, with an error. */
export function LabelsField({ id, value, onChange }: Props) {
  const { tasks } = useDeck()
  const colours = useLabelColours()
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const combobox = useCombobox({ isFirstActive: false })
  const { text, setText, active, listId } = combobox
  const known = isOpen ? [...new Set(tasks.flatMap((task) => task.labels))].sort() : []
  const options = known.filter((label) => !value.includes(label) && label.includes(clean(text))).slice(0, maxOptions)
  const problem = labelsProblem(value) ?? undefined
  // The list would cover the error below the field.
  const isShown = options.length > 0 && (!problem || text !== '')

  const add = (...labels: string[]) => {
    const added = [...new Set([...value, ...labels.map(clean)])].filter(Boolean).slice(0, taskLimits.labels)
    if (added.length > value.length) onChange(added)
  }
  const remove = (label: string) => onChange(value.filter((other) => other !== label))
  const type = (next: string) => {
    setOpen(true)
    const parts = next.split(separators)
    setText(parts.at(-1) ?? '')
    add(...parts.slice(0, -1))
  }
  const finish = () => {
    setText('')
    add(text)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget, nativeEvent } = event
    if (isComposing(nativeEvent)) return
    // The first Escape closes the list, the second one leaves the field: then keys are commands again.
    if (key === 'Escape' && !layerOf(nativeEvent)) return currentTarget.blur()
    if (key === 'Backspace' && !text && value.length) return onChange(value.slice(0, -1))
    if (key === 'ArrowDown' || key === 'ArrowUp') setOpen(true)
    if (key !== 'Enter' || (isShown && active >= 0)) return combobox.onKeyDown(event)
    if (!text) return
    event.preventDefault()
    finish()
  }
  return (
    <Field {...{ id }} label="Labels" error={problem}>
      {({ className, ...attributes }) => (
        <div ref={box} className={`${className} ${classes.box}`}>
          {value.map((label) => (
            <span key={label} className={classes.label} style={colourStyle(colours[label])}>
              <bdi>{label}</bdi>
              <button
                type="button"
                tabIndex={-1}
                className={`${controls.icon} ${controls.reachable}`}
                aria-label={`Remove ${label}`}
                // The focus stays where it is.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => remove(label)}
              >
                <CloseIcon size={12} />
              </button>
            </span>
          ))}
          <input
            type="text"
            dir="auto"
            role="combobox"
            className={`${controls.bare} ${classes.input}`}
            autoComplete="off"
            autoCapitalize="none"
            placeholder={value.length ? '' : 'auth, ui'}
            aria-expanded={isShown}
            aria-controls={isShown ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={isShown && active >= 0 ? combobox.option(active).id : undefined}
            value={text}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onKeyDown={onKeyDown}
            onFocus={() => setOpen(true)}
            onClick={() => setOpen(true)}
            onBlur={() => {
              setOpen(false)
              finish()
            }}
            {...attributes}
          />
          {isShown && (
            <Popup
              anchor={box.current}
              isAsWide
              id={listId}
              role="listbox"
              aria-label="Labels in use"
              onClose={() => setOpen(false)}
            >
              {options.map((label, index) => (
                <button
                  key={label}
                  type="button"
                  role="option"
                  aria-selected={index === active}
                  className={controls.option}
                  {...combobox.option(index)}
                  onClick={() => {
                    setText('')
                    add(label)
                  }}
                >
                  <bdi>{label}</bdi>
                </button>
              ))}
            </Popup>
          )}
        </div>
      )}
    </Field>
  )
}
