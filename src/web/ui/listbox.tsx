import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import controls from './controls.module.css'
import { focusNow } from './dialog.tsx'
import { CheckIcon } from './icons.tsx'
import { isComposing } from './layers.ts'
import classes from './listbox.module.css'

export interface Option {
  value: string
  label: string
  icon?: ReactNode
  /** Shown after the label: a date, for example. */
  detail?: string
}

interface Props {
  label: string
  options: Option[]
  /** The current values of everything that the choice changes. */
  current: string[]
  onChoose: (value: string) => void
  /** Whether several options can be chosen: those in `current` are, and choosing one again removes it. */
  isMultiple?: boolean
  /** The position of an option that is active for another reason. */
  marked?: number | undefined
  /** Receives a letter or digit before it is typed, and may give the focus to the field in which it belongs. */
  onType?: (key: string) => void
  /** Whether it takes the focus when it appears. Otherwise it shows no digits, because they would be typed elsewhere. */
  isAutoFocused?: boolean
}

const typeAheadMs = 700

/**
 * A short list of options, for keyboard and pointer. It starts on the value that all share. If the values differ, no option is active, so that
 * Enter alone changes nothing. A digit chooses at once.
 */
export function Listbox({ label, options, current, onChoose, marked, onType, ...rest }: Props) {
  const { isMultiple = false, isAutoFocused = true } = rest
  const id = useId()
  const shared = !isMultiple && new Set(current).size === 1 ? current[0] : undefined
  const isChosen = (value: string) => (isMultiple ? current.includes(value) : value === shared)
  const [chosen, setActive] = useState(() => options.findIndex(({ value }) => value === shared))
  const active = marked ?? chosen
  const typed = useRef({ text: '', at: 0 })

  const typeAhead = (letter: string, now: number) => {
    const text = now - typed.current.at < typeAheadMs ? typed.current.text + letter : letter
    typed.current = { text, at: now }
    const fits = ({ label: name }: Option) => name.toLowerCase().startsWith(text.toLowerCase())
    // Typing the first letter again moves to the next option that begins with it.
    const from = text.length === 1 ? active + 1 : Math.max(active, 0)
    const order = [...options.keys()].map((offset) => (from + offset) % options.length)
    setActive(order.find((index) => options[index] && fits(options[index])) ?? active)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, repeat, ctrlKey, metaKey, altKey, nativeEvent } = event
    if (ctrlKey || metaKey || altKey || isComposing(nativeEvent)) return
    const last = options.length - 1
    const moves: Record<string, number> = {
      ArrowDown: Math.min(active + 1, last),
      ArrowUp: active < 0 ? last : Math.max(active - 1, 0),
      Home: 0,
      End: last,
    }
    const to = moves[key]
    if (onType && /^[\p{L}\p{N}]$/u.test(key)) {
      if (repeat) event.preventDefault()
      else onType(key)
      return
    }
    const option = key === 'Enter' || key === ' ' ? options[active] : options[Number(key) - 1]
    if (to !== undefined) setActive(to)
    else if (key === 'Enter' || key === ' ' || /^\d$/.test(key)) {
      // A key that was already held down when the list opened chooses nothing.
      if (option && !repeat) onChoose(option.value)
    } else if (/^\p{L}$/u.test(key)) {
      if (!repeat) typeAhead(key, event.timeStamp)
    } else return
    event.preventDefault()
  }
  return (
    <div
      {...(isAutoFocused ? { ref: focusNow, 'data-autofocus': true } : {})}
      role="listbox"
      aria-label={label}
      aria-multiselectable={isMultiple}
      tabIndex={0}
      aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
      className={classes.list}
      onKeyDown={onKeyDown}
    >
      {options.map(({ value, label: name, icon, detail }, index) => {
        const count = current.filter((other) => other === value).length
        return (
          <button
            key={value}
            type="button"
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={isChosen(value)}
            data-active={index === active || undefined}
            className={`${controls.option} ${classes.option}`}
            onClick={() => onChoose(value)}
            onFocus={() => setActive(index)}
            onPointerMove={() => setActive(index)}
          >
            {icon}
            <span className={classes.label}>
              {name}
              {detail && <span className={`mono ${classes.detail}`}>{detail}</span>}
            </span>
            {count > 0 && shared === undefined && !isMultiple && (
              <span className={classes.count}>
                {count} of {current.length}
              </span>
            )}
            {isChosen(value) && <CheckIcon size={16} />}
            {isAutoFocused && (
              <span className={`mono about-keys ${classes.digit}`} aria-hidden="true">
                {index + 1}
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}
