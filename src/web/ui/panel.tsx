import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEventHandler,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import controls from './controls.module.css'
import { focusNow } from './dialog.tsx'
import { LayerContext } from './layer-context.ts'
import { useLayer } from './layers.ts'
import classes from './panel.module.css'
import { rememberFocus } from './return-focus.ts'
import { useAboveKeyboard } from './use-above-keyboard.ts'
import { type Placing, usePlacement } from './use-placement.ts'

interface Props {
  /** The element that it opens at. */
  anchor: Element | null
  label: string
  role?: 'dialog' | 'menu'
  /** Shown at the top; the label if it is left out. */
  title?: ReactNode
  width?: number
  /** Aligns with the end of the anchor instead of its start. */
  isAtEnd?: boolean
  /** Beside the anchor instead of below it. */
  isBeside?: boolean
  /** Whether it is a sheet at the bottom edge of a narrow screen. */
  isSheet?: boolean
  onKeyDown?: KeyboardEventHandler | undefined
  onClose: () => void
  children: ReactNode
}

const controlsIn = 'a, button, input, select, textarea'

/**
 * A small panel at an element, open while it is mounted. On a narrow screen it is a sheet at the bottom edge. It takes the focus. Escape, a
 * click elsewhere, leaving it with Tab and the back button close it; then the focus returns to where it was.
 */
export function Panel({ anchor, label, title = label, width = 240, onClose, children, ...rest }: Props) {
  const { role = 'dialog', isAtEnd = false, isBeside = false, isSheet = true, onKeyDown } = rest
  const placing: Placing = isBeside ? 'beside' : isAtEnd ? 'end' : 'start'
  const [giveBackFocus] = useState(rememberFocus)
  useLayoutEffect(() => giveBackFocus, [giveBackFocus])
  const layer = useLayer(onClose)
  const panel = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const { current } = panel
    if (!current || current.contains(document.activeElement)) return
    const first =
      current.querySelector<HTMLElement>('[data-autofocus]') ?? current.querySelector<HTMLElement>(controlsIn)
    focusNow(first ?? current)
  }, [])

  usePlacement(panel, anchor, placing)
  useAboveKeyboard(panel)

  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      // A second click on the button that opened it closes it by itself.
      if (!isInside(target, panel.current) && !(target instanceof Node && anchor?.contains(target))) close()
    }
    const onBack = () => close()
    document.addEventListener('pointerdown', onPress)
    window.addEventListener('popstate', onBack)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      window.removeEventListener('popstate', onBack)
    }
  }, [anchor])

  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && relatedTarget !== anchor && !isInside(relatedTarget, panel.current)) onClose()
  }
  const attributes = { role, 'aria-label': label, onBlur, onKeyDown }
  return createPortal(
    <LayerContext value={layer}>
      {isSheet && <div className={classes.scrim} aria-hidden="true" />}
      <div
        ref={panel}
        {...attributes}
        tabIndex={-1}
        data-panel={isSheet ? 'sheet' : 'menu'}
        className={`${controls.floating} ${classes.panel} ${isSheet ? `${controls.docked} ${classes.sheet}` : ''}`}
        style={{ '--panel-width': `${width}px` } as CSSProperties}
      >
        {title && <div className={classes.title}>{title}</div>}
        {children}
      </div>
    </LayerContext>,
    // A menu must be inside a landmark of the page, where screen readers find it.
    (role === 'menu' && document.getElementById('main')) || document.body,
  )
}

/** A panel that opens from a control of the panel is outside it in the page, but belongs to it. So does a message about its action. */
function isInside(target: EventTarget | null, panel: Element | null): boolean {
  if (!(target instanceof Element) || !panel) return false
  const other = target.closest('[data-panel]')
  const isLater = other && panel.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING
  return panel.contains(target) || Boolean(isLater) || target.closest('[role="alert"]') !== null
}
