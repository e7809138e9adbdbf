import { type MouseEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import controls from '../ui/controls.module.css'
import { Dialog } from '../ui/dialog.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { Panel } from '../ui/panel.tsx'
import classes from './frame.module.css'
import type { Place } from './open-at.ts'

/** A dialog in the window, a panel at an element, or a sheet at the bottom edge of a phone. */
export type FrameKind = 'dialog' | 'panel' | 'sheet'

interface Props {
  kind: FrameKind
  place: Place | undefined
  onClose: () => void
  /** Whether it holds a form, whose controls take the focus. */
  isForm?: boolean
  children: ReactNode
}

const panelPx = 384
/** How far the head of the sheet is pulled down to close it. */
const pullPx = 48

/** Buttons do not take the focus from the line: a phone would hide its keyboard, and the sheet would move away from the finger. */
const keepFocus = {
  onMouseDown: (event: MouseEvent) => {
    if (event.target instanceof Element && !event.target.closest('input, textarea')) event.preventDefault()
  },
}

export function Frame({ kind, place, onClose, isForm = false, children }: Props) {
  const pulledFrom = useRef<number>(undefined)
  if (kind === 'dialog') {
    return (
      <Dialog onClose={onClose} title="Quick add" size="lg" top="12vh">
        {children}
      </Dialog>
    )
  }
  if (kind === 'panel') {
    return (
      <Panel
        anchor={place?.anchor ?? null}
        label="Quick add"
        title=""
        width={panelPx}
        isBeside={place?.isBeside ?? false}
        isAtEnd
        onClose={onClose}
      >
        <div className={classes.panel}>{children}</div>
      </Panel>
    )
  }
  const onPull = ({ clientY }: PointerEvent) => {
    if (pulledFrom.current !== undefined && clientY - pulledFrom.current > pullPx) onClose()
  }
  return (
    <Panel anchor={null} label="Add a New Task" title="" onClose={onClose}>
      <div {...(isForm ? {} : keepFocus)}>
        <div
          className={classes.head}
          onPointerDown={({ clientY }) => {
            pulledFrom.current = clientY
          }}
          onPointerMove={onPull}
          onPointerUp={() => {
            pulledFrom.current = undefined
          }}
        >
          <span className={classes.grip} aria-hidden="true" />
          <h2 className="h4">Add a New Task</h2>
          <button type="button" className={`${controls.icon} ${classes.close}`} aria-label="Close" onClick={onClose}>
            <CloseIcon size={20} />
          </button>
        </div>
        {children}
      </div>
    </Panel>
  )
}
