import { useEffect, useEffectEvent, useRef, useState } from 'react'
import classes from './alerts.module.css'
import { createCell } from './client-state.ts'
import { CloseButton } from './close-button.tsx'
import controls from './controls.module.css'

const shownMs = 6_000
/** An alert with an action stays longer: the user may want to think about it. */
const shownWithActionMs = 10_000
/** How long an alert stays after the pointer or the focus has left it. */
const lingerMs = 2_000

/** An action that an alert offers. */
export interface AlertAction {
  label: string
  run: () => void
}

interface Alert {
  id: number
  text: string
  tone: 'done' | 'note' | 'failed'
  /** Absent if the alert stays until it is dismissed. */
  autoCloseMs?: number
  actions?: AlertAction[]
  /** The offer stays after its action has run: the action may be refused and taken again. */
  isLasting?: boolean
  /** The failure that it reports. */
  about?: string
  /** It moves out, and is removed afterwards. */
  isLeaving?: boolean
}

const alerts = createCell<Alert[]>([])
let lastId = 0

/** Reports a success, and may offer actions. Announced to screen readers; stays long enough to read, even if the screen changes. */
export function alertDone(text: string, ...actions: AlertAction[]) {
  show({ text, tone: 'done', autoCloseMs: actions.length ? shownWithActionMs : shownMs, actions })
}

/** Offers an action until the page is left or the user dismisses the alert. The action may be refused and taken again. */
export function alertOffer(text: string, action: AlertAction) {
  dismiss(({ isLasting }) => isLasting === true)
  show({ text, tone: 'note', actions: [action], isLasting: true })
}

/** Shows a neutral message for a while. */
export function alertNote(text: string) {
  show({ text, tone: 'note', autoCloseMs: shownMs })
}

/**
 * Reports a failure, and may offer to try again. Stays until it is dismissed, or until the user tries again: `withdrawFailure` with the
 * same `about`.
 */
export function alertFailed(text: string, about = text, action?: AlertAction) {
  withdrawFailure(about)
  show({ text, tone: 'failed', about, actions: action ? [action] : [] })
}

/** Asks something. Stays like a failure until it is answered or dismissed. */
export function alertQuestion(text: string, about: string, ...actions: AlertAction[]) {
  withdrawFailure(about)
  show({ text, tone: 'note', about, actions })
}

/** Removes the report of a failure, because the user tries again. */
export function withdrawFailure(about: string) {
  dismiss((alert) => alert.about === about)
}

/** Removes all alerts with an action that does not last: after an undo, the other offers no longer apply. */
export function withdrawOffers() {
  dismiss(({ actions, isLasting, about }) => Boolean(actions?.length) && !isLasting && !about)
}

function dismiss(isUnwanted: (alert: Alert) => boolean) {
  const isDismissed = (alert: Alert) => !alert.isLeaving && isUnwanted(alert)
  if (!alerts.get().some(isDismissed)) return
  alerts.update((all) => all.map((alert) => (isDismissed(alert) ? { ...alert, isLeaving: true } : alert)))
}

/**
 * A new alert replaces the one before. Failures and lasting offers are only covered: they appear again when the new alert has gone, because
 * the user has not dealt with them yet. A repeated message is announced again.
 */
function show(alert: Omit<Alert, 'id'>) {
  dismiss(({ text, about, isLasting }) => text === alert.text || (!about && !isLasting))
  lastId += 1
  const id = lastId
  alerts.update((all) => [...all, { ...alert, id }])
}

/** The newest alert, at the bottom edge above everything else there. */
export function Alerts() {
  const stack = useRef<HTMLDivElement>(null)
  const all = alerts.use()
  const newest = all.findLast(({ isLeaving }) => !isLeaving)
  const shown = all.filter((alert) => alert.isLeaving || alert === newest)
  // An alert stays as long as the pointer or the focus is on it.
  const [isInUse] = useState(() => () => stack.current?.matches(':hover, :focus-within') ?? false)
  return (
    <div ref={stack} className={`${controls.docked} ${classes.stack}`} data-screen>
      {shown.map((alert) => (
        <ShownAlert key={alert.id} alert={alert} isInUse={isInUse} />
      ))}
    </div>
  )
}

function ShownAlert({ alert, isInUse }: { alert: Alert; isInUse: () => boolean }) {
  const { id, text, tone, autoCloseMs, actions = [], isLasting, about, isLeaving } = alert
  const close = useEffectEvent(() => dismiss((other) => other.id === id))
  useEffect(() => {
    if (!autoCloseMs) return
    const end = () => {
      if (isInUse()) timer = setTimeout(end, lingerMs)
      else close()
    }
    let timer = setTimeout(end, autoCloseMs)
    return () => clearTimeout(timer)
  }, [autoCloseMs, isInUse])
  const remove = () => alerts.update((all) => all.filter((other) => other.id !== id))
  const run = (action: AlertAction) => () => {
    if (about) withdrawFailure(about)
    else if (!isLasting) withdrawOffers()
    action.run()
  }
  return (
    <div
      className={`${controls.floating} ${classes.alert}`}
      // One that is leaving is no message any more.
      role={isLeaving ? undefined : 'alert'}
      data-tone={tone}
      inert={isLeaving}
      onAnimationEnd={isLeaving ? remove : undefined}
    >
      <span className={classes.message}>
        <bdi>{text}</bdi>
        {actions.length > 0 && (
          <span className={classes.actions}>
            {actions.map((action) => (
              <button key={action.label} type="button" className={classes.action} onClick={run(action)}>
                {action.label}
              </button>
            ))}
          </span>
        )}
      </span>
      <CloseButton onClick={() => dismiss((other) => other.id === id)} />
    </div>
  )
}
