import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type RefCallback,
  useCallback,
  useId,
  useState,
} from 'react'
import { focusNow } from './dialog.tsx'
import { isComposing } from './layers.ts'

/**
 * A field in which the user types to find an option of the list below it. The field always keeps the focus: the arrows move the active
 * option, PageUp and PageDown go to the first and last one, and Enter clicks it. The list has the id `listId`.
 * With `isFirstActive: false`, no option is active at first: Enter takes the text.
 */
export function useCombobox({ isChosenBySpace = false, isFirstActive = true } = {}) {
  const id = useId()
  const [text, setText] = useState('')
  const first = isFirstActive ? 0 : -1
  const [active, setActive] = useState(first)
  const listId = `${id}-list`
  const options = useCallback(
    () => [...(document.getElementById(listId)?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])],
    [listId],
  )
  const setAndStart = (value: string) => {
    setText(value)
    setActive(first)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, repeat, nativeEvent } = event
    if (isComposing(nativeEvent) || ctrlKey || metaKey || altKey) return
    const found = options()
    const last = Math.max(found.length - 1, 0)
    const moves: Record<string, number> = {
      ArrowDown: Math.min(active + 1, last),
      ArrowUp: Math.max(active - 1, 0),
      PageDown: last,
      PageUp: 0,
    }
    const to = moves[key]
    if (to !== undefined) {
      setActive(to)
      found[to]?.scrollIntoView({ block: 'nearest' })
    } else if (key === 'Enter' || (key === ' ' && isChosenBySpace)) {
      // A key that was already held down when the list opened chooses nothing.
      if (!repeat) found[active]?.click()
    } else return
    event.preventDefault()
  }
  return {
    text,
    setText: setAndStart,
    active,
    setActive,
    options,
    id,
    listId,
    onKeyDown,
    option: (index: number) =>
      ({
        id: `${id}-${index}`,
        tabIndex: -1,
        'data-active': index === active || undefined,
        onPointerMove: () => setActive(index),
        // The field keeps the focus.
        onMouseDown: (event: MouseEvent) => event.preventDefault(),
      }) as const,
  }
}

export type Combobox = ReturnType<typeof useCombobox>

interface Props
  extends Pick<InputHTMLAttributes<HTMLInputElement>, 'className' | 'placeholder' | 'autoCapitalize' | 'spellCheck'> {
  combobox: Combobox
  label: string
  /** Whether the list is in the page and has an option. */
  hasOptions: boolean
  ref?: RefCallback<HTMLInputElement>
  onKeyDown?: (event: KeyboardEvent) => void
}

/** The field of a combobox. It takes the focus at once. */
export function ComboboxField({ combobox, label, hasOptions, ref = focusNow, onKeyDown, ...rest }: Props) {
  const { id, listId, text, setText, active } = combobox
  return (
    <input
      ref={ref}
      role="combobox"
      aria-label={label}
      aria-expanded={hasOptions}
      aria-controls={hasOptions ? listId : undefined}
      aria-autocomplete="list"
      aria-activedescendant={hasOptions ? `${id}-${active}` : undefined}
      autoComplete="off"
      dir="auto"
      data-autofocus
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={onKeyDown ?? combobox.onKeyDown}
      {...rest}
    />
  )
}
