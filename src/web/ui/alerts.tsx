import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications'
import classes from './alerts.module.css'

const shownMs = 6_000
/** An alert with an action stays longer: the user may want to think about it. */
const shownWithActionMs = 10_000

/** The number of alerts that are shown at the same time. */
export const maxAlerts = 4

/** An action that an alert offers. */
export interface AlertAction {
  label: string
  run: () => void
}

/** Reports a success, and may offer an action. Announced to screen readers; stays long enough to read, even if the screen changes. */
export function alertDone(message: string, action?: AlertAction) {
  show(message, { color: 'green', autoClose: action ? shownWithActionMs : shownMs }, action)
}

/** Offers an action until the page is left or the user dismisses the alert. The action may be refused and taken again. */
export function alertOffer(message: string, action: AlertAction) {
  show(message, { color: 'gray', autoClose: false, 'data-lasting': true } as Marked, action)
}

/** Shows a neutral message for a while. */
export function alertNote(message: string) {
  show(message, { color: 'gray', autoClose: shownMs })
}

/** Reports a failure. Stays until it is dismissed, or until the user tries again: `withdrawFailure` with the same `about`. */
export function alertFailed(message: string, about = message) {
  withdrawFailure(about)
  show(message, { color: 'red', autoClose: false, 'data-failed': about } as Marked)
}

type Marked = NotificationData & {
  'data-text'?: string
  'data-offer'?: boolean
  'data-lasting'?: boolean
  'data-failed'?: string
}

function keepOnly(wanted: (alert: Marked) => boolean) {
  notifications.updateState(notificationsStore, (shown) => shown.filter(wanted))
}

/** Removes the report of a failure, because the user tries again. */
export function withdrawFailure(about: string) {
  keepOnly((alert) => alert['data-failed'] !== about)
}

/** Removes the oldest alert if there is no room for another one; a failure or a lasting offer only if there is nothing else. */
function makeRoom() {
  const { notifications: shown } = notificationsStore.getState()
  if (shown.length < maxAlerts) return
  const oldest = shown.find((alert: Marked) => !alert['data-failed'] && !alert['data-lasting']) ?? shown[0]
  keepOnly((alert) => alert !== oldest)
}

/** Removes all alerts with an action that does not last: after an undo, the other offers no longer apply. */
export function withdrawOffers() {
  keepOnly((alert) => !alert['data-offer'])
}

/** A repeated message replaces the earlier one, and is announced again. */
function show(text: string, look: Partial<Marked>, action?: AlertAction) {
  keepOnly((alert) => alert['data-text'] !== text)
  makeRoom()
  const isLasting = look['data-lasting']
  const run = () => {
    if (!isLasting) withdrawOffers()
    action?.run()
  }
  const message = action ? (
    <span className={classes.message}>
      {text}
      <button type="button" className={classes.action} onClick={run}>
        {action.label}
      </button>
    </span>
  ) : (
    text
  )
  const marks = { 'data-text': text, 'data-offer': (action && !isLasting) || undefined }
  notifications.show({ ...look, ...marks, message, withBorder: true })
}
