import { type ComponentType, type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import controls from './controls.module.css'
import { isComposing } from './layers.ts'
import { CodeFailed, useOnDemand } from './on-demand.tsx'
import classes from './panel.module.css'

interface Props<FieldProps> {
  /** Must be the same function in every render. */
  load: () => Promise<ComponentType<FieldProps>>
  /** The name of the text field. */
  label: string
  props: FieldProps
  /** Whether the field takes the focus when its panel opens; otherwise the user reaches it with Tab. */
  isFocused?: boolean
}

/**
 * A component with a text field that is loaded on demand. A plain field stands in for it meanwhile: keys must not reach the screen below.
 * Its text is then typed into the field of the component, with the click or Enter that came before.
 */
export function OnDemandField<FieldProps extends object>({ load, label, props, isFocused = true }: Props<FieldProps>) {
  const { Component, hasFailed, retry } = useOnDemand(load)
  const box = useRef<HTMLDivElement>(null)
  const early = useRef({ text: '', isEntered: false, isClicked: false })
  useLayoutEffect(() => {
    const field = box.current?.querySelector('input')
    const { text, isEntered, isClicked } = early.current
    // The focus is on the page if the plain field had it.
    if (!Component || !field || (document.activeElement !== document.body && document.activeElement !== field)) return
    // After this update of the page, and before the next key.
    queueMicrotask(() => {
      field.focus()
      // Opens the calendar of a field that has one.
      if (isClicked) field.click()
      // Deprecated, but the only way to type.
      if (text) document.execCommand('insertText', false, text)
      if (isEntered) enter(field)
    })
  }, [Component])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    event.preventDefault()
    if (!event.repeat) early.current.isEntered = true
  }
  return (
    <div ref={box}>
      {Component ? (
        <Component {...props} />
      ) : (
        <input
          {...(isFocused ? { 'data-autofocus': true } : {})}
          className={`${controls.query} ${classes.early}`}
          aria-label={label}
          dir="auto"
          autoComplete="off"
          onChange={({ currentTarget }) => {
            early.current = { ...early.current, text: currentTarget.value, isEntered: false }
          }}
          onClick={() => {
            early.current.isClicked = true
          }}
          onKeyDown={onKeyDown}
        />
      )}
      {hasFailed && <CodeFailed onRetry={retry} />}
    </div>
  )
}

/** Does what the browser does for Enter: submits the form, unless the key was handled. */
function enter(field: HTMLInputElement) {
  const isUnhandled = field.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
  )
  if (isUnhandled) field.form?.requestSubmit()
}
