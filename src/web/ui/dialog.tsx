import { type CSSProperties, type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { CloseButton } from './close-button.tsx'
import classes from './dialog.module.css'
import { LayerContext } from './layer-context.ts'
import { useLayer } from './layers.ts'
import { rememberFocus } from './return-focus.ts'
import { lockScroll } from './scroll-lock.ts'
import { tabLoop, tabStops } from './tab-loop.ts'

const widths = { xs: 320, md: 440, lg: 620, palette: 640, xl: 780, help: 1120 }

interface Props {
  onClose: () => void
  /** Shown in a header with a close button. */
  title?: string
  /** Names a dialog without a title. */
  'aria-label'?: string
  size?: keyof typeof widths
  /** In the middle of the window, instead of at its top. */
  centered?: boolean
  /** The distance to the top of the window. */
  top?: string
  /** Whether the content has no margin. */
  isFlush?: boolean
  /** Above the dialogs of the screen. */
  isOnTop?: boolean
  children: ReactNode
}

/**
 * A dialog that is open while it is mounted. It appears at once, so that a field in it receives the next key press. The focus returns to
 * where it was when the dialog closes.
 */
export function Dialog({ onClose, title, size = 'md', centered, top, isFlush, isOnTop, children, ...rest }: Props) {
  // During the first render: once the dialog is in the page, its first field has the focus.
  const [giveBackFocus] = useState(rememberFocus)
  useLayoutEffect(() => giveBackFocus, [giveBackFocus])
  useLayoutEffect(lockScroll, [])
  const layer = useLayer(onClose)
  const content = useFocusNow()
  const backdrop = useCloseOnClick(onClose)
  const id = useId()
  const place = { '--width': `${widths[size]}px`, ...(top ? { '--top': top } : {}) } as CSSProperties
  return createPortal(
    <LayerContext value={layer}>
      <div className={classes.root} data-on-top={isOnTop} data-centered={centered} style={place}>
        <div ref={backdrop} className={classes.backdrop} />
        <div
          ref={content}
          className={classes.content}
          data-flush={isFlush}
          role="dialog"
          aria-modal="true"
          tabIndex={-1}
          onKeyDown={tabLoop}
          aria-labelledby={title ? `${id}-title` : undefined}
          aria-describedby={`${id}-body`}
          {...rest}
        >
          {title && (
            <div className={classes.header}>
              <h2 id={`${id}-title`}>
                <bdi>{title}</bdi>
              </h2>
              <CloseButton onClick={onClose} />
            </div>
          )}
          <div id={`${id}-body`} className={classes.body}>
            {children}
          </div>
        </div>
      </div>
    </LayerContext>,
    document.body,
  )
}

/** Takes the focus before the next key press. */
function useFocusNow() {
  const content = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = content
    if (!current || current.contains(document.activeElement)) return
    focusNow(current.querySelector<HTMLElement>('[data-autofocus]') ?? tabStops(current)[0] ?? current)
  }, [])
  return content
}

/** For the mouse only: the keyboard has Escape and the close button. */
function useCloseOnClick(close: () => void) {
  const element = useRef<HTMLDivElement>(null)
  const onClick = useEffectEvent(close)
  useLayoutEffect(() => {
    const { current } = element
    const listener = () => onClick()
    current?.addEventListener('click', listener)
    return () => current?.removeEventListener('click', listener)
  }, [])
  return element
}

/** Gives an element the focus as soon as it is in the page. For the first field of a dialog, with `data-autofocus`. */
export function focusNow(element: HTMLElement | null) {
  element?.focus({ preventScroll: true })
}

/** The same for a field whose text the next key replaces. */
export function selectNow(field: HTMLInputElement | null) {
  focusNow(field)
  field?.select()
}
