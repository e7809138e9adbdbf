import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications'
import classes from './alerts.module.css'

const readingTime = 6_000
/** Somebody may want to think before taking something back. */
const decidingTime = 10_000

/** More at once nobody reads. */
export const mostAlerts = 4

/** What can be done about an alert. */
export interface AlertAction {
  label: string
  run: () => void
}

/** Says that something worked, and offers what can be done about it. Announced at once; stays long enough to read, also over a change of screens. */
export function alertDone(message: string, action?: AlertAction) {
  show(message, { color: 'green', autoClose: action ? decidingTime : readingTime }, action)
}

/** Says what is neither good nor bad, and goes by itself. */
export function alertNote(message: string) {
  show(message, { color: 'gray', autoClose: readingTime })
}

/** Says that something failed. Stays until it is dismissed, or until what it is about is tried again. */
export function alertFailed(message: string, about = message) {
  withdrawFailure(about)
  show(message, { color: 'red', autoClose: false, 'data-failed': about } as Marked)
}

type Marked = NotificationData & { 'data-text'?: string; 'data-offer'?: boolean; 'data-failed'?: string }

function keepOnly(wanted: (alert: Marked) => boolean) {
  notifications.updateState(notificationsStore, (shown) => shown.filter(wanted))
}

/** Takes away what was said about something that failed: it is tried again. */
export function withdrawFailure(about: string) {
  keepOnly((alert) => alert['data-failed'] !== about)
}

/** What is new is shown at once: the oldest gives way, of failures only when there is nothing else. */
function makeRoom() {
  const { notifications: shown } = notificationsStore.getState()
  if (shown.length < mostAlerts) return
  const oldest = shown.find((alert: Marked) => !alert['data-failed']) ?? shown[0]
  keepOnly((alert) => alert !== oldest)
}

/** Takes away what was offered: once something was taken back, the other offers are about a past that is no more. */
export function withdrawOffers() {
  keepOnly((alert) => !alert['data-offer'])
}

/** What is said again takes the place of what was said before, and is announced again. */
function show(text: string, look: Partial<NotificationData>, action?: AlertAction) {
  keepOnly((alert) => alert['data-text'] !== text)
  makeRoom()
  const run = () => {
    withdrawOffers()
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
  const marks = { 'data-text': text, 'data-offer': Boolean(action) || undefined }
  notifications.show({ ...look, ...marks, message, withBorder: true })
}
